// Decides how a video link is played, by its provider.

const VIDEO_FILE = /\.(mp4|webm)$/i;
const YOUTUBE_ID = /^[\w-]{11}$/;
const START = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.\d+)?s?)?$/i;
const START_NAMES = ["t", "start", "time_continue"];
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)/;
const FACEBOOK_VIDEO = /^\/(?:watch|reel|[^/]+\/videos)(?:\/|$)|^\/video\.php$/;
const FACEBOOK_POST = /^\/[^/]+\/(?:posts|photos)\/|^\/(?:permalink|story|photo)\.php$/;
const TWEET = /^\/(?:[^/]+|i\/web)\/status(?:es)?\/(\d+)/;

const isOn = (url, ...hosts) =>
  hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));

const embedFrame = (provider, shape, src, query) => {
  const url = new URL(src);
  Object.entries(query).forEach(([name, value]) => url.searchParams.set(name, value));
  return { kind: "frame", provider, shape, src: url.href };
};

function parse(link, origin) {
  // URL.parse is too new for some browsers.
  try {
    return new URL(link, origin);
  } catch {
    return null;
  }
}

const linkOnly = (provider) => ({ kind: "fallback", provider });

/** Returns the seconds of a time such as "90", "90s" or "1h2m3s", and 0 for another text. */
function secondsOf(time) {
  const [, hours = 0, minutes = 0, seconds = 0] = START.exec(time) ?? [];
  return 3600 * hours + 60 * minutes + Number(seconds);
}

/** Returns the seconds at which a YouTube link starts, which may be in its query or fragment. */
function startOf({ searchParams, hash }) {
  const given = [searchParams, new URLSearchParams(hash.slice(1))].flatMap((each) =>
    START_NAMES.map((name) => secondsOf(each.get(name) ?? "")),
  );
  return given.find(Boolean);
}

function youtube(url, autoplay) {
  const id = isOn(url, "youtu.be")
    ? url.pathname.slice(1).split("/")[0]
    : (url.searchParams.get("v") ?? YOUTUBE_PATH.exec(url.pathname)?.[1] ?? "");
  if (!YOUTUBE_ID.test(id)) return { kind: "link" };
  const start = startOf(url);
  const query = { autoplay: Number(autoplay), rel: 0, ...(start && { start }) };
  return embedFrame("YouTube", "wide", `https://www.youtube-nocookie.com/embed/${id}`, query);
}

function facebook(url, autoplay) {
  const provider = "Facebook";
  const href = url.href;
  if (isOn(url, "fb.watch") || FACEBOOK_VIDEO.test(url.pathname)) {
    const embedUrl = "https://www.facebook.com/plugins/video.php";
    return embedFrame(provider, "wide", embedUrl, { href, show_text: false, autoplay });
  }
  if (FACEBOOK_POST.test(url.pathname)) {
    const embedUrl = "https://www.facebook.com/plugins/post.php";
    return embedFrame(provider, "tall", embedUrl, { href, show_text: true });
  }
  return linkOnly(provider);
}

function tweet(url) {
  const id = TWEET.exec(url.pathname)?.[1];
  const embedUrl = "https://platform.twitter.com/embed/Tweet.html";
  return id ? embedFrame("Twitter/X", "tall", embedUrl, { id, dnt: true }) : linkOnly("Twitter/X");
}

/**
 * Returns how the video at `link` is played on a site at `origin`: `{kind, provider, shape, src}`.
 * `kind` is "frame" (the provider's player at `src`), "file" (a video file at `src`), "fallback" (a
 * message and a link to the provider) or "link" (a plain link). `shape` is "wide" or "tall". With
 * `autoplay`, the provider's player starts by itself.
 */
export function embedOf(link, origin, autoplay = true) {
  const url = parse(link, origin);
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: "link" };
  if (isOn(url, "youtube.com", "youtu.be", "youtube-nocookie.com")) return youtube(url, autoplay);
  if (isOn(url, "facebook.com", "fb.watch")) return facebook(url, autoplay);
  if (isOn(url, "twitter.com", "x.com")) return tweet(url);
  if (isOn(url, "instagram.com", "instagr.am")) return linkOnly("Instagram");
  return VIDEO_FILE.test(url.pathname) ? { kind: "file", src: url.href } : { kind: "link" };
}
