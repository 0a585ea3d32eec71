import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { SHOWN_SECONDS } from '../live/recent.js';
import { countOf } from '../parts/format.js';
import { responseClasses, type TrafficFigures } from './traffic-figures.js';

export interface TrafficChart {
  show(figures: TrafficFigures): void;
  /** Takes the colours of the page again. */
  recolour(): void;
  close(): void;
}

const MINUTE = 60;
const labels = Array.from({ length: SHOWN_SECONDS }, (_, place) => {
  const ago = SHOWN_SECONDS - 1 - place;
  return ago === 0 ? 'now' : `${ago} s ago`;
});

/** Draws requests a second as stacked bars, five minutes of them. */
export function createTrafficChart(canvas: HTMLCanvasElement): TrafficChart {
  Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels,
      datasets: responseClasses.map(({ label }) => ({
        label,
        data: [] as number[],
        barPercentage: 1,
        categoryPercentage: 0.92,
      })),
    },
    options: {
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
    },
  });

  const recolour = () => {
    const read = colourReader(canvas);
    const { fontFamily } = getComputedStyle(canvas);
    chart.data.datasets.forEach((dataset, place) => {
      dataset.backgroundColor = read(`--${responseClasses[place]?.tone}-solid`);
    });
    const { x, y } = chart.options.scales ?? {};
    for (const scale of [x, y]) {
      if (scale?.ticks)
        Object.assign(scale.ticks, { color: read('--ink-faint'), font: { family: fontFamily, size: 11 } });
    }
    if (x?.border) x.border.color = read('--line');
    if (y?.grid) y.grid.color = read('--line');
    Object.assign(chart.options.plugins?.tooltip ?? {}, {
      backgroundColor: read('--raised'),
      borderColor: read('--line'),
      borderWidth: 1,
      titleColor: read('--ink'),
      bodyColor: read('--ink-soft'),
      titleFont: { family: fontFamily, size: 12 },
      bodyFont: { family: fontFamily, size: 12 },
    });
    // With 'none' the bars would keep the colours that they had.
    chart.update();
  };
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

function minuteLabel(ago: number): string | undefined {
  if (ago === 0) return 'now';
  return ago % MINUTE === 0 ? `−${ago / MINUTE} min` : undefined;
}

/** A canvas knows no custom properties, and one that says `light-dark()` is a colour only where an element uses it. */
function colourReader(canvas: HTMLCanvasElement): (name: string) => string {
  return (name) => {
    canvas.style.color = `var(${name})`;
    const { color } = getComputedStyle(canvas);
    canvas.style.color = '';
    return color;
  };
}
