# The service, without the embedded PostgreSQL: DATABASE_URL, ENCRYPTION_KEY and ADMIN_TOKEN are required. operations/README.md, "In containers".
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

# Everything that is needed to build: the Prisma CLI generates the client when npm has installed.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json prisma.config.ts tsconfig.json ./
COPY prisma prisma
RUN npm ci --no-audit --no-fund
COPY src src
COPY docs docs
RUN npm run build

# Only what runs. The embedded PostgreSQL (60 MB) is the only optional dependency. Of Prisma's query compilers (one for
# each kind of database, 60 MB) only PostgreSQL's is ever loaded; source maps of packages never are, and esbuild is for
# `npm start`, and so are Vite and what it compiles with.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/esbuild node_modules/@esbuild node_modules/.bin/esbuild node_modules/vite node_modules/rolldown \
    node_modules/@rolldown node_modules/lightningcss node_modules/lightningcss-* \
  && find node_modules -name '*.map' -delete \
  && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name '*_fast_bg.postgresql.*' -delete

FROM ${NODE_IMAGE}
# The staff's paths have a port of their own: whoever publishes PORT does not publish them.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ADMIN_PORT=3001 DATA_DIR=/data
WORKDIR /app
# The code belongs to root, and the service may not change it.
RUN mkdir /data && chown node:node /data
COPY package.json package.json
COPY --from=packages /app/node_modules node_modules
COPY prisma/migrations prisma/migrations
COPY src/admin/door/explorer src/admin/door/explorer
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Exec form: node is process 1 and gets SIGTERM itself.
CMD ["node", "dist/main.js"]
