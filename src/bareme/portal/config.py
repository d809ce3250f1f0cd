"""The office's settings, and what its pages need besides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bareme.office.config import Config, django_settings
from bareme.portal.slices import HOME, names

HERE = Path(__file__).parent
HOUR = 3600
FIELDS_AT_MOST = 2**20  # bytes of a form without files

_MIDDLEWARE = (
    f"{HOME}.site.headers.Headers",
    "django.middleware.security.SecurityMiddleware",
    f"{HOME}.site.static_files.StaticFiles",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    f"{HOME}.site.languages.Language",
    "django.contrib.sessions.middleware.SessionMiddleware",
    f"{HOME}.site.gate.Gate",
    f"{HOME}.site.kept.Kept",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
)

# To the server's standard error: what failed, with its trace, and what concerns safety (`site/logs.py`).
_LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": f"{HOME}.site.logs.Line", "format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"errors": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["errors"], "level": "WARNING"},
    "loggers": {
        "bareme": {"level": "INFO"},
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},  # a page that is not there is nobody's fault
    },
}


def portal_settings(config: Config) -> dict[str, Any]:
    """The settings module's names.

    Errors: Refused `office-secret`, `bad-database-url`, `no-database-url`.
    """
    office = django_settings(config)
    return {
        **office,
        **_security(https=config.https),
        "INSTALLED_APPS": [
            *office["INSTALLED_APPS"],
            *(f"{HOME}.{name}" for name in names()),
            "django.contrib.contenttypes",
            "django.contrib.auth",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.staticfiles",
            "axes",
            "django_otp",
            "django_otp.plugins.otp_totp",
        ],
        "MIDDLEWARE": list(_MIDDLEWARE),
        "ROOT_URLCONF": f"{HOME}.urls",
        "WSGI_APPLICATION": f"{HOME}.wsgi.application",
        "TEMPLATES": [_templates()],
        "STATIC_URL": "/static/",
        "STORAGES": {
            "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # nothing is ever stored outside the ledger
            "staticfiles": {"BACKEND": f"{HOME}.site.static_files.Hashed"},
        },
        "WHITENOISE_USE_FINDERS": True,
        "WHITENOISE_ALLOW_ALL_ORIGINS": False,
        "USE_I18N": True,
        "LANGUAGES": [("fr", "Français"), ("en", "English")],
        "AUTHENTICATION_BACKENDS": ["axes.backends.AxesStandaloneBackend", f"{HOME}.site.access.Backend"],
        "LOGIN_URL": "site:login",
        "LOGIN_REDIRECT_URL": "public:home",
        "AXES_FAILURE_LIMIT": 5,
        "AXES_COOLOFF_TIME": 0.25,  # hours
        "AXES_LOCKOUT_PARAMETERS": [["username", "ip_address"]],
        "AXES_CLIENT_IP_CALLABLE": f"{HOME}.site.visitors.address_of",
        "AXES_RESET_ON_SUCCESS": True,
        "AXES_LOCKOUT_CALLABLE": f"{HOME}.site.access.locked_out",
        "AXES_VERBOSE": False,
        "AXES_DISABLE_ACCESS_LOG": True,
        "AXES_ENABLE_ADMIN": False,
        "OTP_TOTP_ISSUER": config.name,
        "MESSAGE_STORAGE": "django.contrib.messages.storage.session.SessionStorage",
        "DATA_UPLOAD_MAX_MEMORY_SIZE": FIELDS_AT_MOST,
        "DATA_UPLOAD_MAX_NUMBER_FIELDS": 2000,
        "DATA_UPLOAD_MAX_NUMBER_FILES": 20,
        "UPLOAD_AT_MOST": config.upload_megabytes * 2**20,
        "LOGGING": _LOGGING,
        "OFFICE_NAME": config.name,
        "PAGES_KEPT": 400,
        "OFFICE": config,
        "OFFICE_FOLDER": config.folder,
        "SECOND_FACTOR": config.second_factor,
    }


def _security(*, https: bool) -> dict[str, Any]:
    """Cookies and transport. Behind https the proxy says so, and removes the header when somebody else sends it."""
    found: dict[str, Any] = {
        "SESSION_COOKIE_NAME": "__Host-session" if https else "session",
        "SESSION_COOKIE_AGE": 12 * HOUR,
        "SESSION_EXPIRE_AT_BROWSER_CLOSE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": https,
        "CSRF_COOKIE_NAME": "__Host-csrf" if https else "csrf",
        "CSRF_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_SAMESITE": "Strict",
        "CSRF_COOKIE_SECURE": https,
        "CSRF_COOKIE_AGE": None,
        "CSRF_FAILURE_VIEW": f"{HOME}.site.errors.forged",
        "X_FRAME_OPTIONS": "DENY",
        "SECURE_CONTENT_TYPE_NOSNIFF": True,
        "SECURE_REFERRER_POLICY": "same-origin",
        "SECURE_CROSS_ORIGIN_OPENER_POLICY": "same-origin",
    }
    if https:
        found |= {
            "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
            "SECURE_SSL_REDIRECT": True,
            "SECURE_HSTS_SECONDS": 365 * 24 * HOUR,
            # The federation's other hosts, and browsers' own lists, are not ours to promise for.
            "SILENCED_SYSTEM_CHECKS": ["security.W005", "security.W021"],
        }
    return found


def _templates() -> dict[str, Any]:
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                f"{HOME}.site.context.site",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                f"{HOME}.site.templatetags.words",
            ],
        },
    }
