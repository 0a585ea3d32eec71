FROM node:22-alpine AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The client of --store is for users who want it, and the image is for them, too.
RUN npm run build \
  && npm pkg set "dependencies.redis=$(node -p "require('./package.json').devDependencies.redis")" \
  && npm pkg delete devDependencies.redis \
  && npm prune --omit=dev

FROM node:22-alpine
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# A volume that is mounted here belongs to the user: serve --state /state/shop.json.
RUN mkdir /state && chown 1000:1000 /state
# The user “node” of the base image, by number: Kubernetes cannot tell from a name that a user is not root (runAsNonRoot).
USER 1000
EXPOSE 4290
# The check follows PETSTORE_PORT, not --port; to be reached on another port, publish it there. With TLS, any certificate will do.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "--no-warnings", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; const ask = (scheme) => fetch(`${scheme}://127.0.0.1:${process.env.PETSTORE_PORT ?? 4290}/readyz`); ask('http').catch(() => ask('https')).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1));"]
# Other machines reach it: there is a control room only with a token of the user's own, PETSTORE_ADMIN_TOKEN.
ENTRYPOINT ["node", "dist/cli/main.js", "serve", "--host", "0.0.0.0"]
