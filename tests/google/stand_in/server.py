"""The stand-in behind a socket of this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .service import Service


@contextmanager
def serving(service: Service) -> Iterator[str]:
    """Serve on a free port of the loopback address for as long as the block runs; gives the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # an answer goes out in one piece; in two, the second waits 40 ms for the first
        disable_nagle_algorithm = True
        timeout = 10

        def log_message(self, format: str, *args: object) -> None:
            """Keeps quiet."""

        def respond(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            given = {name.title(): value for name, value in self.headers.items()}
            answer = service.handle(self.command, self.path, given, raw)
            if answer.status == 0:
                self.close_connection = True
                return
            self.send_response(answer.status)
            headers = {"Content-Type": answer.kind, "Content-Length": str(len(answer.body)), **answer.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        do_GET = do_POST = do_PUT = do_DELETE = respond  # noqa: N815  the names that http.server calls

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
