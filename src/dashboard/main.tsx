import { render } from 'preact';

render(<p>The control room.</p>, document.getElementById('page') as HTMLElement);
