"""Evicts the State of a page before it expires."""

from reflex.istate.manager import StateManager
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.state import State

from awards_site.reflex_patches.patch import Patch

PATCH = Patch(
    __name__,
    reason="Reflex keeps every State for an hour, and has no way to drop one earlier.",
    obsolete_when="`StateManager` has a public method that deletes a State",
)


async def evict(manager: StateManager, key: str) -> bool:
    """Delete the State of `key`; return False, and keep it, while one of its handlers runs."""
    token = BaseStateToken(ident=key, cls=State)
    if isinstance(manager, StateManagerRedis):
        if await manager.redis.exists(manager._lock_key(token)):
            return False
        classes = manager._get_required_state_classes(State, subclasses=True)
        await manager.redis.delete(*(token._state_key(each) for each in classes))
        return True
    PATCH.require(isinstance(manager, StateManagerMemory), "a State in memory or Redis")
    lock = manager._states_locks.get(key)
    if lock is not None and lock.locked():
        return False
    manager._purge_token(token)
    return True


def verify() -> None:
    for owner, name in (
        (StateManagerMemory, "_purge_token"),
        (StateManagerRedis, "_lock_key"),
        (StateManagerRedis, "_get_required_state_classes"),
        (BaseStateToken, "_state_key"),
    ):
        PATCH.require(hasattr(owner, name), f"{owner.__name__}.{name}")
    PATCH.require(
        hasattr(StateManagerMemory(), "_states_locks"), "StateManagerMemory._states_locks"
    )
