"""The screen of User Management."""

from tests.api.entities import USER
from tests.browser.screens.portal_screen import DELETION_UNDONE, CreateForm, EditForm, PortalScreen

SCREEN = PortalScreen(
    heading="User Management",
    entity=USER,
    role="admin",
    delete_role="admin",
    is_denied_to_users=False,
    selects=False,
    columns=("User", "Email", "Role", "Created", "Actions"),
    record={"name": "Olu Diallo", "username": "olu", "email": "olu@example.org", "role": "user"},
    row=("OD", "Olu Diallo", "olu", "olu@example.org", "User", "{today}"),
    max_name=100,
    second_record={"name": "Priya Kimani", "username": "priya", "role": "editor"},
    second_row=("PK", "Priya Kimani", "Editor"),
    matching_searches=("olu@", "DIALLO"),
    empty="No users found.",
    deletion_warning="permanently delete",
    success=("User {did}", ""),
    failure=("Error {doing} user", "{message}"),
    notices={
        "update": ("Error updating role", "{message}"),
        "created": ("User created", "{name} can sign in now."),
        "updated": ("Role updated", "{name} has to sign in again."),
        "deleted": ("User deleted", "{name} can no longer sign in."),
        "restored": DELETION_UNDONE,
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
