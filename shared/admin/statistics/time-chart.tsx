import { Area, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { countText, timeName } from './statistics-words.ts';

interface Series {
  /** The name of the field in a row. */
  field: string;
  name: string;
  /** Drawn as a filled line, a plain line, or a broken line for the period before. */
  look: 'area' | 'line' | 'before';
}

interface TimeChartProps {
  /** What the chart shows, in one sentence, for those who do not see it. */
  description: string;
  /** One row for each day or month, in order; `at` is "2026-11-25" or "2026-11". */
  rows: readonly { at: string }[];
  series: readonly Series[];
}

const TOOLTIP = {
  background: 'var(--surface)',
  border: '1px solid var(--line-strong)',
  borderRadius: 4,
  color: 'var(--ink)',
};
const AXIS = { fontSize: 13, fill: 'var(--muted)' };

/** Figures over time. The arrow keys move through the points of the chart; the table beside it contains all of them. */
export function TimeChart({ description, rows, series }: TimeChartProps) {
  return (
    <figure>
      <ComposedChart
        responsive
        style={{ width: '100%', height: 256 }}
        data={[...rows]}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        title={description}
        aria-label={description}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          tickFormatter={timeName}
          tick={AXIS}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          minTickGap={32}
        />
        <YAxis
          allowDecimals={false}
          width="auto"
          tickFormatter={(count: number) => countText(count)}
          tick={AXIS}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(at) => timeName(String(at))}
          separator=": "
          formatter={(count) => countText(Number(count))}
          cursor={{ stroke: 'var(--line-strong)' }}
          contentStyle={TOOLTIP}
          itemStyle={{ color: 'var(--ink)', padding: 0 }}
        />
        {series.map(({ field, name, look }) =>
          look === 'area' ? (
            <Area
              key={field}
              dataKey={field}
              name={name}
              type="linear"
              stroke="var(--accent)"
              strokeWidth={2}
              fill="var(--accent)"
              fillOpacity={0.14}
              isAnimationActive={false}
            />
          ) : (
            <Line
              key={field}
              dataKey={field}
              name={name}
              type="linear"
              dot={false}
              stroke={look === 'before' ? 'var(--muted)' : 'var(--focus)'}
              strokeWidth={look === 'before' ? 1.5 : 2}
              {...(look === 'before' && { strokeDasharray: '4 4' })}
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {series.map(({ field, name, look }) => (
          <span key={field} className="inline-flex items-center gap-2">
            <span aria-hidden className={`inline-block w-5 border-t-2 ${keys[look]}`} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const keys = { area: 'border-accent', line: 'border-focus', before: 'border-dashed border-muted' };
