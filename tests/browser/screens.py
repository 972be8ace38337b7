"""The portal's management screens as staff see them: texts, fields and values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.api import entities
from tests.api.entities import Entity
from tests.factories import Body

Values = Mapping[str, str | bool]
"""The input of a form by field label; a bool is a switch."""

NoticeText = tuple[str, str]
"""A notice's title and description."""

SEARCH_HINT = "Try adjusting your search query."
NOT_AN_IMAGE = "Please upload an image file (JPG, PNG, GIF or WEBP)"


@dataclass(frozen=True, kw_only=True)
class CreateForm:
    """The dialog for a new record."""

    title: str
    """Also the label of the button that opens it."""
    submit: str
    defaults: Values
    values: Values
    """The required input of a new record; the first field has the focus."""
    stored: Body
    """What the API stores for `values`."""
    public_path: str = ""
    """The public page that shows the new record."""
    invalid: Values
    errors: Mapping[str, str]
    """The errors beside the fields with `invalid`; the first field gets the focus."""
    errors_notice: NoticeText = ("", "")
    table: str = ""
    """The database table, if a server error is shown as `failed`."""


@dataclass(frozen=True, kw_only=True)
class EditForm:
    """The dialog for a record: a value for one of its fields, and another one by someone else."""

    title: str
    label: str
    value: str
    stored: Body
    """What the API stores for `value`."""
    theirs: Body
    their_text: str
    """How the dialog shows `theirs`."""


@dataclass(frozen=True, kw_only=True)
class ImageUpload:
    """A form's upload of an image that begins once a file is chosen."""

    path: str
    label: str = "Image URL"
    """The field that gets the image's URL."""
    failed: NoticeText


@dataclass(frozen=True, kw_only=True)
class PortalScreen:
    """A management screen with two records, as the API accepts them and the table shows them."""

    slug: str
    heading: str
    entity: Entity
    role: str = "editor"
    """The role that uses the screen in tests."""
    delete_role: str = "editor"
    is_locked_for_users: bool = True
    columns: tuple[str, ...]
    record: Body
    row: tuple[str, ...]
    """Texts in the row of `record`, each a cell's whole text or a line of it."""
    max_name: int = 200
    """How long a record's name may be."""
    long_keys: tuple[str, ...] = ()
    """Further keys of the row's texts that may be as long."""
    image_key: str = ""
    """The key of the image in the row."""
    other: Body
    other_row: tuple[str, ...]
    searches: tuple[str, ...]
    """A search that matches `record` and not `other`."""
    empty: str
    nothing_found: str = ""
    unreadable: tuple[str, str] = ("", "")
    """The database table, and the message if it cannot be read."""
    deletion_warning: str = ""
    done: NoticeText
    """The notice after a write, with `{did}`, such as 'created', and `{name}`."""
    failed: NoticeText
    """The notice of a failed write, with `{do}`, `{doing}` and `{message}`."""
    notices: Mapping[str, NoticeText] = field(default_factory=dict)
    """Notices with another wording, by verb."""
    publishes: bool = False
    create: CreateForm | None = None
    edit: EditForm | None = None
    upload: ImageUpload | None = None

    def __str__(self) -> str:
        return self.slug

    @property
    def path(self) -> str:
        return f"/admin/{self.slug}"

    @property
    def label(self) -> str:
        """The name of the entity in a sentence."""
        return self.entity.key

    @property
    def name(self) -> str:
        """The name of `record`."""
        return str(self.record[self.entity.name])

    def done_notice(self, did: str) -> NoticeText:
        """Return the notice after a write of `record`."""
        title, description = self.notices.get(did, self.done)
        return title.format(did=did), description.format(did=did, name=self.name)

    def failed_notice(self, do: str) -> NoticeText:
        """Return the notice of a failed write of a deleted record."""
        title, description = self.notices.get(do, self.failed)
        message = f"{self.entity.key.capitalize()} not found"
        verbs = {"do": do, "doing": f"{do.removesuffix('e')}ing", "message": message}
        return title.format(**verbs), description.format(**verbs)


UNDONE: NoticeText = ("Deletion undone", "{name} is back.")
YEAR_ERROR = "Year must be a whole number from 2000 to 2100"
ORDER_ERROR = "Display order must be a whole number of at least 0"

CONTENT = PortalScreen(
    slug="content",
    heading="Content Editor",
    entity=entities.SECTION,
    delete_role="admin",
    is_locked_for_users=False,
    columns=("Name", "Identifier", "Last Updated", "Actions"),
    record={"name": "Timeline", "identifier": "page.timeline", "content": {"title": "Our way"}},
    row=("Timeline", "page.timeline", "{today}"),
    other={"name": "Hero", "identifier": "home.hero", "content": {"title": "Welcome"}},
    other_row=("Hero", "home.hero"),
    searches=("PAGE.time", "timeline"),
    empty="No content sections found.",
    unreadable=("content_sections", "Error loading content sections"),
    done=("Content section {did}", "{name}"),
    failed=("Error {doing} content section", "{message}"),
    notices={
        "updated": ("Content updated", "{name}"),
        "update": ("Error updating content", "{message}"),
        "restored": UNDONE,
    },
)

EVENTS = PortalScreen(
    slug="events",
    heading="Events",
    entity=entities.EVENT,
    columns=("Title", "Date", "Location", "Type", "Status", "Actions"),
    record={
        "title": "Gala",
        "description": "Coffee first",
        "location": "Larkspur House",
        "type": "ceremony",
        "startDate": "2031-11-20T14:00:00Z",
        "endDate": "2031-11-20T16:30:00Z",
    },
    row=("Gala", "Nov 20, 2031", "Larkspur House", "ceremony", "Published"),
    long_keys=("location",),
    other={"title": "Secret Rehearsal", "isPublished": False},
    other_row=("Secret Rehearsal", "Draft"),
    searches=("gALA", "coffee", "LARKSPUR", "ceremon"),
    empty="No events have been created yet.",
    nothing_found="No events match your search.",
    done=("Event {did}", "{name}"),
    failed=("Failed to {do} event", "{message}"),
    notices={
        "published": ("Event Published", "{name}"),
        "unpublished": ("Event Unpublished", "{name}"),
        "restored": UNDONE,
    },
    publishes=True,
    create=CreateForm(
        title="Create Event",
        submit="Create Event",
        defaults={"Type": "general", "Published": True, "Virtual event": False},
        values={
            "Title": "Founders' Supper",
            "Description": "An evening for founders.",
            "Location": "The Orangery, Atlanta",
            "Start date": "2031-11-20T18:30",
            "End date": "2031-11-20T22:00",
            "Virtual event": True,
            "Virtual meeting URL": "https://meet.example.org/supper",
        },
        stored={
            "title": "Founders' Supper",
            "startDate": "2031-11-20T18:30:00Z",
            "endDate": "2031-11-20T22:00:00Z",
            "isVirtual": True,
            "virtualMeetingUrl": "https://meet.example.org/supper",
            "type": "general",
            "imageUrl": None,
            "isPublished": True,
        },
        public_path="/events?view=list",
        invalid={"Type": ""},
        errors={
            "Title": "Title is required",
            "Description": "Description is required",
            "Location": "Location is required",
            "Type": "Event type is required",
            "Start date": "Start date is required",
            "End date": "End date is required",
        },
        errors_notice=("Form Error", "Please check the marked fields."),
    ),
    edit=EditForm(
        title="Edit Event",
        label="Location",
        value="Gallery Two",
        stored={"location": "Gallery Two", "startDate": "2031-11-20T14:00:00Z"},
        theirs={"location": "Gallery Three"},
        their_text="Gallery Three",
    ),
    upload=ImageUpload(
        path="/api/uploads/event-image",
        failed=("Upload failed", "There was an error uploading your image."),
    ),
)

NOMINEES = PortalScreen(
    slug="nominees",
    heading="Nominees",
    entity=entities.NOMINEE,
    columns=("Name", "Title and Company", "Category", "Year", "Status", "Actions"),
    record={
        "name": "Amara Okafor",
        "title": "Founder",
        "company": "Sahel Solar",
        "category": "startup",
        "year": 2025,
        "isWinner": True,
        "isFinalist": True,
    },
    row=(
        "Amara Okafor",
        "Founder",
        "Sahel Solar",
        "Startup of the Year",
        "2025",
        "Published",
        "Finalist",
        "Winner",
    ),
    image_key="imageUrl",
    other={"name": "Bisi Laurent", "category": "tech", "isPublished": False},
    other_row=("BL", "Bisi Laurent", "Draft"),
    searches=("STARTUP okafor",),
    empty="No nominees found",
    done=("Success", "Nominee {did} successfully"),
    failed=("Error", "Failed to {do} nominee: {message}"),
    publishes=True,
    create=CreateForm(
        title="Add Nominee",
        submit="Create Nominee",
        defaults={"Category": "leadership", "Year": "{year}", "Published": True, "Winner": False},
        values={
            "Name": "Chidi Rahman",
            "Title": "Chief Scientist",
            "Company": "Blue Delta",
            "Bio": "She reads rivers.",
            "Achievements": "Clean water for a million",
            "Category": "Social Impact",
            "Finalist": True,
        },
        stored={
            "name": "Chidi Rahman",
            "category": "social-impact",
            "isFinalist": True,
            "isWinner": False,
            "isPublished": True,
            "imageUrl": None,
        },
        invalid={"Name": "Dalia", "Title": "x", "LinkedIn URL": "nowhere", "Website URL": "no"},
        errors={
            "Title": "Title must be at least 2 characters",
            "Company": "Company must be at least 2 characters",
            "Bio": "Bio must be at least 10 characters",
            "Achievements": "Achievements must be at least 10 characters",
            "LinkedIn URL": "Please enter a valid LinkedIn URL",
            "Website URL": "Please enter a valid website URL",
        },
    ),
    edit=EditForm(
        title="Edit Nominee",
        label="Company",
        value="Kite & Loom",
        stored={"company": "Kite & Loom", "year": 2025},
        theirs={"company": "Theirs"},
        their_text="Theirs",
    ),
    upload=ImageUpload(
        path="/api/uploads/nominee-image",
        failed=("Upload Failed", "Could not upload image. Please try again."),
    ),
)

SPONSORS = PortalScreen(
    slug="sponsors",
    heading="Sponsors",
    entity=entities.SPONSOR,
    columns=("Name", "Tier", "Published", "Order", "Actions"),
    record={
        "name": "Halcyon Bank",
        "tier": "platinum",
        "website_url": "https://example.org/halcyon",
        "display_order": 3,
        "is_published": True,
    },
    row=("Halcyon Bank", "Platinum", "Yes", "3"),
    image_key="logo_url",
    other={"name": "Pelican Post", "is_published": False},
    other_row=("Pelican Post", "Regular", "No", "0"),
    searches=("halcyon",),
    empty="No sponsors found",
    deletion_warning=(
        "Are you sure? This action cannot be undone. This will permanently delete the sponsor"
        " from the database."
    ),
    done=("Success", "Sponsor {did} successfully"),
    failed=("Error", "{message}"),
    notices={"restored": UNDONE},
    publishes=True,
    create=CreateForm(
        title="Add Sponsor",
        submit="Create Sponsor",
        defaults={"Tier": "regular", "Display order": "0", "Published": True},
        values={
            "Name": "Verdance Energy",
            "Tier": "Gold",
            "Website URL": "https://example.org/verdance",
            "Logo URL": "{image}",
        },
        stored={"name": "Verdance Energy", "tier": "gold", "display_order": 0},
        public_path="/partners",
        invalid={"Name": "V", "Website URL": "nowhere", "Logo URL": "abc"},
        errors={
            "Name": "Name must be at least 2 characters",
            "Logo URL": "Logo URL is required",
            "Website URL": "Please enter a valid URL",
        },
    ),
    edit=EditForm(
        title="Edit Sponsor",
        label="Tier",
        value="Silver",
        stored={"tier": "silver"},
        theirs={"tier": "bronze"},
        their_text="Bronze",
    ),
)

COVER_PAGES = PortalScreen(
    slug="cover-pages",
    heading="Cover Pages",
    entity=entities.COVER_PAGE,
    columns=("Title", "Image", "Status", "Order", "Actions"),
    record={
        "title": "Curtain up",
        "subtitle": "Five editions",
        "media_type": "carousel",
        "media_urls": ["{image}", "{image}"],
        "is_active": True,
        "display_order": 2,
    },
    long_keys=("subtitle",),
    row=("Curtain up", "Five editions", "Active", "2"),
    image_key="image_url",
    other={"title": "The film", "media_type": "video", "image_url": "/uploads/film.mp4"},
    other_row=("The film", "Inactive"),
    searches=("curtain", "five"),
    empty="No cover pages found",
    done=("Success", "Cover page {did} successfully"),
    failed=("Error", "{message}"),
    notices={"restored": UNDONE},
    create=CreateForm(
        title="Add Cover Page",
        submit="Create Cover Page",
        defaults={"Media type": "image", "Overlay transparency": "50", "Active": False},
        values={
            "Title": "Tonight in Lagos",
            "Subtitle": "Five editions, one stage",
            "Image URL": "{image}",
            "CTA text": "Reserve a seat",
            "CTA link": "https://example.org/seats",
            "Active": True,
        },
        stored={
            "title": "Tonight in Lagos",
            "transparency": 50,
            "media_type": "image",
            "is_active": True,
        },
        public_path="/",
        invalid={"Title": "T", "CTA link": "nowhere"},
        errors={
            "Title": "Title must be at least 2 characters",
            "Image URL": "Image URL is required",
            "CTA link": "Please enter a valid URL",
        },
    ),
    edit=EditForm(
        title="Edit Cover Page",
        label="Subtitle",
        value="From the Grand Hall",
        stored={"subtitle": "From the Grand Hall"},
        theirs={"subtitle": "From the garden"},
        their_text="From the garden",
    ),
    upload=ImageUpload(
        path="/api/uploads/cover-page-image", failed=("Failed to upload image", NOT_AN_IMAGE)
    ),
)

BLOG = PortalScreen(
    slug="blog",
    heading="Blog",
    entity=entities.POST,
    columns=("Title", "Status", "Category", "Published Date", "Actions"),
    record={
        "title": "The first post",
        "category": "case-study",
        "isPublished": True,
        "publishedDate": "2026-03-04T12:00:00Z",
    },
    row=("The first post", "the-first-post", "Published", "Case Study", "Mar 4, 2026"),
    other={"title": "The second post"},
    other_row=("The second post", "the-second-post", "Draft", "News", "Unpublished"),
    searches=("first",),
    empty="No blog posts found",
    done=("Success", "Blog post {did} successfully"),
    failed=("Error", "Failed to {do} blog post: {message}"),
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
        table="blog_posts",
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
        failed=("Failed to upload image", NOT_AN_IMAGE),
    ),
)

PHOTOS = PortalScreen(
    slug="photos",
    heading="Photo Gallery",
    entity=entities.PHOTO,
    columns=("Image", "Title", "Category", "Year", "Status", "Actions"),
    record={"title": "The prize", "category": "winners", "year": 2024},
    row=("The prize", "Winners", "2024", "Published"),
    image_key="imageUrl",
    other={"title": "The foyer", "isPublished": False},
    other_row=("The foyer", "General", "N/A", "Draft"),
    searches=("prize", "winners"),
    empty="No photos found",
    done=("Photo {did} successfully", "{name}"),
    failed=("Failed to {do} photo: {message}", ""),
    notices={"restored": UNDONE},
    publishes=True,
    create=CreateForm(
        title="Add Photo",
        submit="Create Photo",
        defaults={"Category": "general", "Year": "{year}", "Display order": "0", "Published": True},
        values={
            "Title": "On the stage",
            "Image URL": "{image}",
            "Category": "Ceremony",
            "Year": "2024",
        },
        stored={"title": "On the stage", "category": "ceremony", "year": 2024},
        public_path="/gallery",
        invalid={"Title": "ab", "Image URL": "{image}", "Year": "1999", "Display order": "-1"},
        errors={
            "Title": "Title must be at least 3 characters",
            "Year": YEAR_ERROR,
            "Display order": ORDER_ERROR,
        },
        table="photos",
    ),
    edit=EditForm(
        title="Edit Photo",
        label="Year",
        value="",
        stored={"title": "The prize", "year": None},
        theirs={"year": 2022},
        their_text="2022",
    ),
    upload=ImageUpload(
        path="/api/upload/image",
        failed=("Upload failed", "There was an error uploading your image."),
    ),
)

VIDEOS = PortalScreen(
    slug="videos",
    heading="Video Gallery",
    entity=entities.VIDEO,
    columns=("Thumbnail", "Title", "Category", "Year", "Duration", "Status", "Actions"),
    record={"title": "The panel", "category": "panel", "year": 2023, "duration": "12:45"},
    row=("The panel", "Panel Discussion", "2023", "12:45", "Published"),
    image_key="thumbnailUrl",
    other={"title": "The rushes", "isPublished": False},
    other_row=("The rushes", "Draft"),
    searches=("panel",),
    empty="No videos found",
    done=("Success", "Video {did} successfully"),
    failed=("Error", "Failed to {do} video: {message}"),
    publishes=True,
    create=CreateForm(
        title="Add Video",
        submit="Create Video",
        defaults={"Category": "general", "Year": "{year}", "Published": True},
        values={
            "Title": "Opening night",
            "Video URL": "https://example.org/film",
            "Category": "Award Ceremony",
            "Duration": "3:06",
        },
        stored={
            "title": "Opening night",
            "videoUrl": "https://example.org/film",
            "category": "ceremony",
            "duration": "3:06",
        },
        public_path="/videos",
        invalid={
            "Title": "ab",
            "Video URL": "nowhere",
            "Thumbnail URL": "neither",
            "Year": "2101",
            "Display order": "-1",
        },
        errors={
            "Title": "Title must be at least 3 characters",
            "Video URL": "Please enter a valid URL",
            "Thumbnail URL": "Please enter a valid URL",
            "Year": YEAR_ERROR,
            "Display order": ORDER_ERROR,
        },
        table="videos",
    ),
    edit=EditForm(
        title="Edit Video",
        label="Duration",
        value="13:00",
        stored={"title": "The panel", "duration": "13:00"},
        theirs={"duration": "14:00"},
        their_text="14:00",
    ),
    upload=ImageUpload(
        path="/api/upload/image",
        label="Thumbnail URL",
        failed=("Upload Failed", "Could not upload image. Please try again."),
    ),
)

MESSAGES = PortalScreen(
    slug="messages",
    heading="Contact Messages",
    entity=entities.MESSAGE,
    columns=("Date", "Name", "Email", "Type", "Actions"),
    record={
        "name": "Ada Okafor",
        "email": "ada@example.org",
        "inquiryType": "media",
        "message": "A question about the red carpet",
    },
    row=("{today}", "Ada Okafor", "ada@example.org", "Media", "Unread"),
    max_name=100,
    other={"name": "Bisi Laurent", "inquiryType": "sponsorship"},
    other_row=("Bisi Laurent", "Sponsorship", "Unread"),
    searches=("RED carpet", "ada@"),
    empty="No contact messages found.",
    unreadable=("messages", "Error loading contact messages"),
    done=("Message {did}", "{name}"),
    failed=("Error {doing} message", "{message}"),
    notices={"restored": UNDONE},
)

SUBSCRIBERS = PortalScreen(
    slug="subscribers",
    heading="Subscribers",
    entity=entities.SUBSCRIBER,
    columns=("Email", "Date Subscribed", "Actions"),
    record={"email": "ada@example.org"},
    row=("ada@example.org", "{today}"),
    other={"email": "bisi@example.org"},
    other_row=("bisi@example.org",),
    searches=("ADA",),
    empty="No subscribers found.",
    unreadable=("subscribers", "Error loading subscribers"),
    done=("Subscriber {did}", "{name}"),
    failed=("Error {doing} subscriber", "{message}"),
    notices={"restored": UNDONE},
)

USERS = PortalScreen(
    slug="users",
    heading="User Management",
    entity=entities.USER,
    role="admin",
    delete_role="admin",
    is_locked_for_users=False,
    columns=("User", "Email", "Role", "Created", "Actions"),
    record={"name": "Olu Diallo", "username": "olu", "email": "olu@example.org", "role": "user"},
    row=("OD", "Olu Diallo", "olu", "olu@example.org", "User", "{today}"),
    max_name=100,
    other={"name": "Priya Kimani", "username": "priya", "role": "editor"},
    other_row=("PK", "Priya Kimani", "Editor"),
    searches=("olu@", "DIALLO"),
    empty="No users found.",
    deletion_warning="permanently delete",
    done=("User {did}", ""),
    failed=("Error {doing} user", "{message}"),
    notices={
        "update": ("Error updating role", "{message}"),
        "created": ("User created", "{name} can sign in now."),
        "updated": ("Role updated", "{name} has to sign in again."),
        "deleted": ("User deleted", "{name} can no longer sign in."),
        "restored": UNDONE,
    },
    create=CreateForm(
        title="Create User",
        submit="Create User",
        defaults={"Role": "editor"},
        values={
            "Name": "Miriam Silva",
            "Username": "miriam",
            "Email": "miriam@example.org",
            "Password": "a password of a test",
        },
        stored={"name": "Miriam Silva", "username": "miriam", "role": "editor"},
        invalid={
            "Name": "Nadia",
            "Username": "nadia",
            "Email": "nadia",
            "Password": "a password of a test",
        },
        errors={"Email": "Please enter a valid email address"},
    ),
    edit=EditForm(
        title="Edit User Role",
        label="Role",
        value="Admin",
        stored={"role": "admin"},
        theirs={"role": "editor"},
        their_text="Editor",
    ),
)

SCREENS = (
    CONTENT,
    EVENTS,
    NOMINEES,
    SPONSORS,
    COVER_PAGES,
    BLOG,
    PHOTOS,
    VIDEOS,
    MESSAGES,
    SUBSCRIBERS,
    USERS,
)
