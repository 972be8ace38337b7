"""The settings of Reflex's compiler and server."""

import reflex as rx
from reflex_base.constants import StateManagerMode

from awards_site.frontend import FrontendPlugin
from awards_site.prerender.build import PublicPagesPlugin
from awards_site.reflex_patches.builds import ReflexPatchesPlugin
from awards_site.settings import settings

config = rx.Config(
    app_name="awards_site",
    app_module_import="awards_site.app",
    deploy_url=settings().public_url,
    backend_port=settings().port,
    frontend_port=settings().port,
    cors_allowed_origins=[settings().public_url],
    redis_url=settings().redis_url or None,
    state_manager_mode=StateManagerMode.REDIS if settings().redis_url else StateManagerMode.MEMORY,
    telemetry_enabled=False,
    show_built_with_reflex=False,
    default_color_mode="light",
    frontend_compression_formats=["gzip", "brotli"],
    plugins=[
        rx.plugins.TailwindV4Plugin(),
        ReflexPatchesPlugin(),
        FrontendPlugin(),
        PublicPagesPlugin(),
    ],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
