import { useEffect } from 'preact/hooks';
import { onThemeChange } from '../shell/theme.js';

/** Lets Swagger UI be as dark as the page while it is shown: it looks for a class of the root. */
export function useDarkMode(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    const follow = () => {
      const { theme } = root.dataset;
      const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
      root.classList.toggle('dark-mode', isDark);
    };
    follow();
    const stop = onThemeChange(follow);
    return () => {
      stop();
      root.classList.remove('dark-mode');
    };
  }, []);
}
