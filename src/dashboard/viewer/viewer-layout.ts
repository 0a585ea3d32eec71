import type { SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

export const VIEWER_LAYOUT = 'ViewerLayout';

/**
 * Lays out the parts of Swagger UI: its own layout would be a second `main` within the page's. Swagger UI keeps the root that
 * it renders into to itself, so the way to unmount it is to let it render nothing: once the signal aborts.
 */
export function viewerLayout(signal: AbortSignal): SwaggerPlugin {
  const subscribe = (changed: () => void) => {
    signal.addEventListener('abort', changed);
    return () => signal.removeEventListener('abort', changed);
  };
  return ({ React: { createElement, useSyncExternalStore } }) => ({
    components: {
      [VIEWER_LAYOUT]({ getComponent }) {
        const isOver = useSyncExternalStore(subscribe, () => signal.aborted);
        if (isOver) return null;
        const part = (name: string) => createElement(getComponent(name, true));
        return createElement(
          'div',
          { className: 'swagger-ui' },
          part('SvgAssets'),
          part('errors'),
          part('InfoContainer'),
          createElement(
            'div',
            { className: 'scheme-container' },
            part('ServersContainer'),
            part('AuthorizeBtnContainer'),
          ),
          part('operations'),
          part('Models'),
        );
      },
    },
  });
}
