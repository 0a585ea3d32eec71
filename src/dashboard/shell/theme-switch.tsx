import { useState } from 'preact/hooks';
import { Segments } from '../parts/segments.js';
import { showTheme, storedTheme, type Theme } from './theme.js';

const choices = [
  { value: 'system', label: 'Auto', title: 'As the system has it' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const choose = (chosen: Theme) => {
    showTheme(chosen);
    setTheme(chosen);
  };
  return <Segments label="Theme" choices={choices} value={theme} onChoose={choose} />;
}
