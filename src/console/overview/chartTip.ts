import type UPlot from 'uplot';

/** The texts of the tip at one place of a chart. */
export interface TipTexts {
  title: string;
  /** The figure of each series there, with its colour. */
  lines: { label: string; value: string; colour: string }[];
}

/** Shows beside the pointer what the chart has at that place. Those who do not see it have the figures and the tables. */
export function chartTip(textsAt: (index: number) => TipTexts): UPlot.Plugin {
  const tip = document.createElement('div');
  tip.className = 'chart-tip';
  tip.hidden = true;
  return {
    hooks: {
      init: (chart) => chart.over.append(tip),
      setCursor: (chart) => {
        const { idx, left = -1 } = chart.cursor;
        tip.hidden = left < 0 || typeof idx !== 'number';
        if (tip.hidden || typeof idx !== 'number') return;
        write(tip, textsAt(idx));
        // On the side where there is room.
        const isRight = left > chart.over.clientWidth / 2;
        tip.style.left = isRight ? '' : `${left + gapPx}px`;
        tip.style.right = isRight ? `${chart.over.clientWidth - left + gapPx}px` : '';
      },
    },
  };
}

const gapPx = 12;

function write(tip: HTMLElement, { title, lines }: TipTexts): void {
  const heading = document.createElement('strong');
  heading.textContent = title;
  tip.replaceChildren(
    heading,
    ...lines.map(({ label, value, colour }) => {
      const line = document.createElement('span');
      line.style.setProperty('--key', `var(${colour})`);
      line.textContent = `${label} ${value}`;
      return line;
    }),
  );
}
