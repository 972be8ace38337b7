"""Who somebody is and what they may do: users, passwords, sessions, roles, the sign-in screen."""
