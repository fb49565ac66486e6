// From figures to places on a chart.

export interface Scale {
    at: (value: number) => number;
    ticks: number[];
}

/** Round figures within a range, about `wanted` of them. */
export function ticksOf(low: number, high: number, wanted: number): number[] {
    const rough = (high - low) / Math.max(1, wanted);
    const size = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough * 0.99)!;
    const ticks: number[] = [];
    for (let tick = Math.ceil(low / step); tick * step <= high + step * 1e-9; tick++) ticks.push(Number((tick * step).toPrecision(12)));
    return ticks;
}

/** Places `low` and `high` of the figures at two ends of the chart. */
export function linear([low, high]: [number, number], [from, to]: [number, number], wanted: number): Scale {
    const [start, end] = low < high ? [low, high] : [low - 1, high + 1];
    return { at: (value) => from + ((value - start) / (end - start)) * (to - from), ticks: ticksOf(start, end, wanted) };
}

/** For figures of very different size; all must be above zero. */
export function logarithmic([low, high]: [number, number], ends: [number, number]): Scale {
    const [start, end] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
    const inner = linear([start, end], ends, 6);
    const step = Math.ceil((end - start) / 6);
    const ticks = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => 10 ** (start + index * step));
    return { at: (value) => inner.at(Math.log10(value)), ticks };
}

/** The least and the most of figures. */
export function rangeOf(values: number[]): [number, number] {
    return values.reduce<[number, number]>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
}

/** A scale that shows all figures: logarithmic where they differ much, else with zero if none is below. */
export function fitting(values: number[], ends: [number, number]): Scale {
    const [low, high] = rangeOf(values);
    if (low > 0 && high > low * 50) return logarithmic([low, high], ends);
    // Figures that can't be negative are compared with zero.
    const start = low >= 0 ? 0 : low - (high - low) * 0.06;
    return linear([start, high + (high - start) * 0.06 || 1], ends, 5);
}
