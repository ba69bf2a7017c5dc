import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { milliseconds } from '../parts/duration.ts';
import { wallTime } from '../parts/wallTime.ts';
import { chartTip, type TipTexts } from './chartTip.ts';

export interface ChartSeries {
  label: string;
  /** The name of the colour in tokens.css. */
  colour: string;
  values: (number | null)[];
  /** The text about them, if it is not what is drawn. */
  said?: (number | null)[];
  isDashed?: boolean;
}

interface ChartParts {
  timeZone: string;
  /** When each bucket starts, in seconds since 1970. */
  starts: number[];
  form: 'bars' | 'lines';
  series: ChartSeries[];
}

const heightPx = 180;

/** Draws values over time, in the colours of the theme and the width that there is. */
export function TimeChart({ timeZone, starts, form, series }: ChartParts) {
  const place = useRef<HTMLDivElement>(null);
  const parts = JSON.stringify({ starts, series });

  useEffect(() => {
    const element = place.current!;
    let chart = draw(element, { timeZone, starts, form, series });
    const redraw = () => {
      chart.destroy();
      chart = draw(element, { timeZone, starts, form, series });
    };
    const watcher = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: heightPx }));
    watcher.observe(element);
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', redraw);
    window.addEventListener('themechange', redraw);
    return () => {
      watcher.disconnect();
      system.removeEventListener('change', redraw);
      window.removeEventListener('themechange', redraw);
      chart.destroy();
    };
    // The values, not the arrays that hold them, decide whether it must be drawn again.
  }, [parts, timeZone, form]);

  return <div ref={place} />;
}

function draw(element: HTMLElement, { timeZone, starts, form, series }: ChartParts): UPlot {
  const style = getComputedStyle(element);
  const colourOf = (name: string) => style.getPropertyValue(name).trim();
  const line = { stroke: colourOf('--line'), width: 1 };
  const axis = { stroke: colourOf('--text-quiet'), font: `11px ${style.fontFamily}`, ticks: { show: false } };
  return new UPlot(
    {
      width: element.clientWidth,
      height: heightPx,
      cursor: { x: true, y: false, drag: { x: false, y: false }, points: { show: false } },
      plugins: [chartTip((at) => textsAt(at, { timeZone, starts, form, series }))],
      legend: { show: false },
      tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), timeZone),
      scales: {
        // A bar stands to the right of its start.
        x: { range: (_chart, first, last) => [first, last + (starts[1]! - starts[0]!)] },
        y: { range: (_chart, _low, high) => [0, Math.max(high || 0, 1) * 1.1] },
      },
      axes: [
        { ...axis, grid: { show: false }, values: timesOf },
        {
          ...axis,
          size: 56,
          grid: line,
          values: (_chart, ticks) => ticks.map((tick) => writeTick(tick, form)),
        },
      ],
      series: [
        {},
        ...series.map(({ colour, isDashed }): UPlot.Series => {
          const stroke = colourOf(colour);
          if (form === 'bars') {
            const paths = UPlot.paths.bars!({ size: [0.8, 40], align: 1 });
            return { stroke, fill: stroke, width: 0, paths, points: { show: false } };
          }
          return {
            stroke,
            width: 1.5,
            spanGaps: true,
            ...(isDashed ? { dash: [5, 3] } : {}),
            points: { show: true, size: 4 },
          };
        }),
      ],
    },
    [starts, ...series.map(({ values }) => values)],
    element,
  );
}

/** Returns what there is at a place. Nothing was measured where a series has no value. */
function textsAt(at: number, { timeZone, starts, form, series }: ChartParts): TipTexts {
  const write = (value: number) => (form === 'lines' ? milliseconds(value) : value.toLocaleString());
  return {
    title: wallTime(new Date(starts[at]! * 1000).toISOString(), timeZone).slice(0, -':00'.length),
    lines: series.map(({ label, colour, values, said = values }) => {
      const value = said[at] ?? null;
      return { label, colour, value: value === null ? '–' : write(value) };
    }),
  };
}

/** Counts are whole; a tick between two of them has no name. */
function writeTick(tick: number, form: ChartParts['form']): string {
  if (form === 'lines') return milliseconds(tick);
  return Number.isInteger(tick) ? tick.toLocaleString() : '';
}

/** Hours in the 24 hours of the tables; a day where the ticks are days. */
const timesOf: UPlot.Axis.Values = [
  [86_400, '{MM}-{DD}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
];
