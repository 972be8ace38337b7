"""The screen of blog posts."""

from tests.api.entities import POST
from tests.browser.screens.portal_screen import (
    NOT_AN_IMAGE,
    CreateForm,
    EditForm,
    ImageUpload,
    PortalScreen,
)

SCREEN = PortalScreen(
    heading="Blog",
    entity=POST,
    columns=("Title", "Status", "Category", "Published Date", "Actions"),
    record={
        "title": "The first post",
        "category": "case-study",
        "isPublished": True,
        "publishedDate": "2026-03-04T12:00:00Z",
    },
    row=("The first post", "the-first-post", "Published", "Case Study", "Mar 4, 2026"),
    second_record={"title": "The second post"},
    second_row=("The second post", "the-second-post", "Draft", "News", "Unpublished"),
    matching_searches=("first",),
    empty="No blog posts found",
    success=("Success", "Blog post {did} successfully"),
    failure=("Error", "Failed to {do} blog post: {message}"),
    publishes=True,
    create=CreateForm(
        title="Add Blog Post",
        submit="Create Blog Post",
        defaults={"Category": "news", "Published": False, "Slug": "", "Published date": ""},
        values={
            "Title": "Voices: of the South!",
            "Content": "Words from the whole of the South.",
            "Excerpt": "What they said.",
            "Tags": "voices,  south , ,",
        },
        stored={
            "title": "Voices: of the South!",
            "slug": "voices-of-the-south",
            "content": "Words from the whole of the South.",
            "excerpt": "What they said.",
            "tags": ["voices", "south"],
            "publishedDate": None,
            "isPublished": False,
        },
        invalid={
            "Title": "Four",
            "Slug": "Not a slug",
            "Content": "Too short",
            "Excerpt": "x" * 301,
            "Featured image URL": "nowhere",
        },
        errors={
            "Title": "Title must be at least 5 characters",
            "Slug": "Slug can only contain lowercase letters, numbers, and hyphens",
            "Content": "Content must be at least 20 characters",
            "Excerpt": "Excerpt must be at most 300 characters",
            "Featured image URL": "Please enter a valid URL",
        },
    ),
    edit=EditForm(
        title="Edit Blog Post",
        label="Excerpt",
        value="Mine",
        stored={"excerpt": "Mine", "slug": "the-first-post"},
        theirs={"excerpt": "Theirs"},
        their_text="Theirs",
    ),
    upload=ImageUpload(
        path="/api/uploads/blog-image",
        label="Featured image URL",
        failure=("Failed to upload image", NOT_AN_IMAGE),
    ),
)
