import { BarController, BarElement, CategoryScale, Chart, type ChartOptions, LinearScale, Tooltip } from 'chart.js';
import { SHOWN_SECONDS } from '../live/recent.js';
import { countOf } from '../parts/format.js';
import { responseClasses, type TrafficFigures } from './traffic-figures.js';

const MINUTE = 60;
const labels = Array.from({ length: SHOWN_SECONDS }, (_, place) => {
  const ago = SHOWN_SECONDS - 1 - place;
  return ago === 0 ? 'now' : `${ago} s ago`;
});

/** Draws requests per second as stacked bars over five minutes, in the colours of the page's current theme. */
export function createTrafficChart(canvas: HTMLCanvasElement) {
  Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);
  const datasets = responseClasses.map(({ label }) => ({
    label,
    data: [] as number[],
    barPercentage: 1,
    categoryPercentage: 0.92,
  }));
  const chart = new Chart(canvas, { type: 'bar', data: { labels, datasets }, options });
  let ink: string | undefined;
  return {
    show({ columns }: TrafficFigures) {
      responseClasses.forEach(({ tone }, place) => {
        Object.assign(chart.data.datasets[place] ?? {}, { data: columns[tone] });
      });
      const before = ink;
      ink = resolveColour(canvas, '--ink');
      // With 'none' the bars would keep their old colours.
      if (ink === before) return chart.update('none');
      colourChart(chart, canvas);
      chart.update();
    },
    close: () => chart.destroy(),
  };
}

const options: ChartOptions<'bar'> = {
  animation: false,
  responsive: true,
  maintainAspectRatio: false,
  normalized: true,
  interaction: { mode: 'index', intersect: false },
  plugins: {
    tooltip: { filter: ({ parsed }) => (parsed.y ?? 0) > 0, displayColors: true, boxWidth: 8, boxHeight: 8 },
  },
  scales: {
    x: {
      stacked: true,
      grid: { display: false },
      ticks: {
        autoSkip: false,
        maxRotation: 0,
        callback: (_, place) => minuteLabel(SHOWN_SECONDS - 1 - place),
      },
    },
    y: {
      stacked: true,
      beginAtZero: true,
      suggestedMax: 5,
      border: { display: false },
      ticks: { precision: 0, maxTicksLimit: 5, callback: (count) => countOf(Number(count)) },
    },
  },
};

function colourChart(chart: Chart<'bar'>, canvas: HTMLCanvasElement): void {
  const read = (name: string) => resolveColour(canvas, name);
  const { fontFamily } = getComputedStyle(canvas);
  chart.data.datasets.forEach((dataset, place) => {
    dataset.backgroundColor = read(`--${responseClasses[place]?.tone}-solid`);
  });
  const { scales, plugins } = chart.options;
  for (const scale of [scales?.x, scales?.y]) {
    if (scale?.ticks)
      Object.assign(scale.ticks, { color: read('--ink-faint'), font: { family: fontFamily, size: 11 } });
  }
  if (scales?.x?.border) scales.x.border.color = read('--line');
  if (scales?.y?.grid) scales.y.grid.color = read('--line');
  Object.assign(plugins?.tooltip ?? {}, {
    backgroundColor: read('--raised'),
    borderColor: read('--line'),
    borderWidth: 1,
    titleColor: read('--ink'),
    bodyColor: read('--ink-soft'),
    titleFont: { family: fontFamily, size: 12 },
    bodyFont: { family: fontFamily, size: 12 },
  });
}

function minuteLabel(ago: number): string | undefined {
  if (ago === 0) return 'now';
  return ago % MINUTE === 0 ? `−${ago / MINUTE} min` : undefined;
}

/** Resolves a custom property, also one with `light-dark()`, which a canvas cannot. */
function resolveColour(canvas: HTMLCanvasElement, name: string): string {
  canvas.style.color = `var(${name})`;
  const { color } = getComputedStyle(canvas);
  canvas.style.color = '';
  return color;
}
