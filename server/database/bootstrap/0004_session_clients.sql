-- From where a session was opened or last renewed: what its user is shown in the list of signed-in devices.

alter table auth.sessions add column user_agent text, add column ip text;
