import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { createShop } from './shop';
import './style.css';

const { VITE_PETSTORE_URL } = import.meta.env;
const baseUrl = VITE_PETSTORE_URL ?? 'http://127.0.0.1:4290/v1';
const shop = createShop(baseUrl);

// `npm run dev` needs no service: the page brings a fake along. A production build holds nothing of it.
const tryStrip =
  import.meta.env.DEV && VITE_PETSTORE_URL === undefined
    ? await import('./dev/start-fake').then(({ startFake }) => startFake(baseUrl, shop))
    : undefined;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {tryStrip}
    <App shop={shop} />
  </StrictMode>,
);
