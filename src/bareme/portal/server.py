"""The pages served by gunicorn: `bareme office serve`."""

from __future__ import annotations

import socket
from typing import Any

from bareme.findings import Refused, in_words

WORKERS, THREADS = 2, 4


def check_free(host: str, port: int) -> None:
    """Errors: Refused `port-taken`."""
    try:
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
    except (OSError, OverflowError) as error:
        raise Refused("port-taken", address=f"{host}:{port}", why=in_words(error)) from None


def serve(host: str, port: int) -> None:
    """Serve the office that is open, until somebody stops it. Errors: Refused `port-taken`."""
    from gunicorn.app.base import BaseApplication

    from bareme.portal.warming import ready

    check_free(host, port)
    application = ready()

    class Server(BaseApplication):
        def load_config(self) -> None:
            options: dict[str, Any] = {
                "bind": f"{host}:{port}",
                "workers": WORKERS,
                "threads": THREADS,
                "preload_app": True,
                "loglevel": "warning",
                "timeout": 300,
                "limit_request_line": 8190,
                "control_socket_disable": True,
            }
            for name, value in options.items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)

        def load(self) -> Any:
            return application

    Server().run()
