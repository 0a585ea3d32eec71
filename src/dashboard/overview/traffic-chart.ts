import { BarController, BarElement, CategoryScale, Chart, type ChartOptions, LinearScale, Tooltip } from 'chart.js';
import { SHOWN_SECONDS } from '../live/recent.js';
import { countOf } from '../parts/format.js';
import { responseClasses, type TrafficFigures } from './traffic-figures.js';

export interface TrafficChart {
  show(figures: TrafficFigures): void;
  /** Applies the colours of the page again. */
  recolour(): void;
  close(): void;
}

const MINUTE = 60;
const labels = Array.from({ length: SHOWN_SECONDS }, (_, place) => {
  const ago = SHOWN_SECONDS - 1 - place;
  return ago === 0 ? 'now' : `${ago} s ago`;
});

/** Draws requests per second as stacked bars over five minutes. */
export function createTrafficChart(canvas: HTMLCanvasElement): TrafficChart {
  Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);
  const datasets = responseClasses.map(({ label }) => ({
    label,
    data: [] as number[],
    barPercentage: 1,
    categoryPercentage: 0.92,
  }));
  const chart = new Chart(canvas, { type: 'bar', data: { labels, datasets }, options });
  const recolour = () => colourChart(chart, canvas);
  recolour();
  return {
    show({ columns }) {
      chart.data.datasets.forEach((dataset, place) => {
        const tone = responseClasses[place]?.tone;
        if (tone !== undefined) dataset.data = [...columns[tone]];
      });
      chart.update('none');
    },
    recolour,
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

/** Applies the colours of the page's current theme. */
function colourChart(chart: Chart<'bar'>, canvas: HTMLCanvasElement): void {
  const read = colourReader(canvas);
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
  // With 'none' the bars would keep their old colours.
  chart.update();
}

function minuteLabel(ago: number): string | undefined {
  if (ago === 0) return 'now';
  return ago % MINUTE === 0 ? `−${ago / MINUTE} min` : undefined;
}

/** Resolves custom properties, also those with `light-dark()`, which a canvas cannot. */
function colourReader(canvas: HTMLCanvasElement): (name: string) => string {
  return (name) => {
    canvas.style.color = `var(${name})`;
    const { color } = getComputedStyle(canvas);
    canvas.style.color = '';
    return color;
  };
}
