"""Links to videos of other sites, and how they are embedded."""

from typing import Any

from tests.javascript import call_each

SITE = "https://awards.example.org"
FACEBOOK = "https://www.facebook.com/plugins"
YOUTUBE = "https://www.youtube.com/watch?v=aqz-KE-bpKQ"
PLAYER = "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0"

YOUTUBE_LINKS = [
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
    "https://m.youtube.com/watch?app=desktop&v=aqz-KE-bpKQ",
    "https://youtu.be/aqz-KE-bpKQ?t=later",
    "https://www.youtube.com/embed/aqz-KE-bpKQ",
    "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ",
    "https://www.youtube.com/shorts/aqz-KE-bpKQ",
    "https://www.youtube.com/live/aqz-KE-bpKQ?feature=share",
]
FACEBOOK_VIDEOS = [
    "https://www.facebook.com/watch/?v=1",
    "https://www.facebook.com/wea/videos/1",
    "https://m.facebook.com/wea/videos/a-title/1/",
    "https://www.facebook.com/reel/1",
    "https://www.facebook.com/video.php?v=1",
    "https://fb.watch/abc/",
]
FACEBOOK_POSTS = [
    "https://www.facebook.com/wea/posts/1",
    "https://www.facebook.com/permalink.php?story_fbid=1&id=2",
    "https://www.facebook.com/story.php?story_fbid=1&id=2",
]
TWEETS = [
    "https://twitter.com/wea/status/17",
    "https://x.com/wea/status/17?s=20",
    "https://mobile.twitter.com/wea/statuses/17",
    "https://x.com/i/web/status/17",
]
KINDS = {
    "https://www.youtube.com/@wea": "link",
    "https://youtu.be/": "link",
    "https://www.facebook.com/": "fallback",
    "https://x.com/wea": "fallback",
    "https://www.instagram.com/p/abc/": "fallback",
    "https://notyoutube.com/watch?v=aqz-KE-bpKQ": "link",
    "https://youtube.com.example.org/watch?v=aqz-KE-bpKQ": "link",
    "https://example.com/film.webm?from=here": "file",
    "/uploads/film.MP4": "file",
    "/uploads/image.png": "link",
    "javascript:alert(1)//x.mp4": "link",
    "http://": "link",
}


def test_every_form_of_provider_links_is_recognised() -> None:
    links = [*YOUTUBE_LINKS, *FACEBOOK_VIDEOS, *FACEBOOK_POSTS, *TWEETS, *KINDS]
    found = call_each("frontend/videos/embed.js", "embedOf", [(link, SITE) for link in links])
    embeds: dict[str, dict[str, Any]] = dict(zip(links, found, strict=True))
    for link in YOUTUBE_LINKS:
        assert embeds[link]["src"] == PLAYER, link
    for link in FACEBOOK_VIDEOS:
        assert embeds[link]["src"].startswith(f"{FACEBOOK}/video.php?href=https%3A%2F%2F"), link
    for link in FACEBOOK_POSTS:
        assert embeds[link]["src"].startswith(f"{FACEBOOK}/post.php?href=https%3A%2F%2F"), link
    for link in TWEETS:
        expected = "https://platform.twitter.com/embed/Tweet.html?id=17&dnt=true"
        assert embeds[link]["src"] == expected, link
    for link, kind in KINDS.items():
        assert embeds[link]["kind"] == kind, link
