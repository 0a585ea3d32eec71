import '../../src/dashboard/style/all.css';
import { render } from 'preact';
import { liveForTests } from '../../src/dashboard/live/live-for-tests.js';
import { Shell } from '../../src/dashboard/shell/shell.js';
import { showTheme, storedTheme } from '../../src/dashboard/shell/theme.js';

/** The page on a world that was never served: `?empty` has no requests, `?lost` has no server. */
const query = new URLSearchParams(location.search);
const live = liveForTests({ isEmpty: query.has('empty') });
if (query.has('lost')) live.connection.value = 'lost';
showTheme(storedTheme());
render(<Shell live={live} onWorld={() => {}} onSignOut={() => {}} />, document.getElementById('page') as HTMLElement);
