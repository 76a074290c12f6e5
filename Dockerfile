# One image for every role: `serve` (the default) does everything with what is in /data, `work` transcribes beside others. See
# docs/operations.md and docs/scaling.md.

# The Node.js of package-lock.json, which the tests run on.
ARG BASE=node:24.21.0-bookworm-slim
# What pulled models run on: cpu, or cuda for an NVIDIA GPU. See docs/models.md.
ARG DEVICE=cpu

FROM ${BASE} AS modules
ARG DEVICE
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/postinstall.cjs tools/
RUN npm ci --omit=dev --no-audit --no-fund
# What the image has already, and the libraries of the other processor: 0.3 GB.
RUN set -eu; cd node_modules; \
    case "$(node -p process.arch)" in x64) others=arm64 ;; *) others=x64 ;; esac; \
    rm -rf node-linux-* .bin/node @ffmpeg-binary @ffmpeg-installer "onnxruntime-node/bin/napi-v6/linux/$others"
# Its CUDA libraries are not in the package.
RUN if [ "$DEVICE" = cuda ]; then node node_modules/onnxruntime-node/script/install.js --onnxruntime-node-install=cuda12; fi

FROM ${BASE} AS cpu

FROM nvidia/cuda:12.9.1-cudnn-runtime-ubuntu24.04 AS cuda
COPY --from=modules /usr/local/bin/node /usr/local/bin/node

FROM ${DEVICE}
ARG DEVICE
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates ffmpeg tini \
    && apt-get clean && rm -rf /var/lib/apt/lists/*
# A fixed id, so that volumes and Kubernetes' runAsUser can name it. A new volume has the mode of /data, so that it can be used with
# any --user; the service takes the permissions of others away where it may.
RUN groupadd --gid 10001 scriptorium \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data scriptorium \
    && install --directory --owner=scriptorium --group=scriptorium --mode=1777 /data \
    && ln -s /app/src/cli/main.ts /usr/local/bin/scriptorium
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json LICENSE ./
COPY models models
COPY clients/typescript/src clients/typescript/src
COPY src src
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data DEVICE=${DEVICE}
USER 10001:10001
VOLUME /data
EXPOSE 8080
# Drains for DRAIN_SECONDS; give the container longer than that before it is killed.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# tini reaps orphaned child processes, and passes SIGTERM to Node.js, which has no shell or npm above it.
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=4", "src/cli/main.ts"]
CMD ["serve"]
