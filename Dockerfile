# A server that resolves texts over HTTP; nothing is downloaded when it runs.
#
#     docker build -t corefpipe .
#     docker run --rm -p 8000:8000 corefpipe
#     docker run --rm -p 8000:8000 corefpipe --processes 4 --queue 512
#
# A request may take as long as --timeout says: give `docker stop --time` more, so that none is lost.

FROM python:3.11-slim AS build
WORKDIR /source
RUN python -m venv /opt/corefpipe
COPY . .
RUN /opt/corefpipe/bin/pip install --no-cache-dir ".[serve]"

FROM python:3.11-slim
COPY --from=build /opt/corefpipe /opt/corefpipe
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin corefpipe
USER 10001
ENV PATH=/opt/corefpipe/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from http.client import HTTPConnection as C; c = C('127.0.0.1', 8000, timeout=4); c.request('GET', '/ready'); raise SystemExit(c.getresponse().status != 200)"]
ENTRYPOINT ["corefpipe", "serve", "--host", "0.0.0.0", "--port", "8000"]
