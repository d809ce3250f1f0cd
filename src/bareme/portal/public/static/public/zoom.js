// A plot one can zoom into, by uPlot, for who asks for it: until then the page has its own drawing, and its table stays.
"use strict";

(() => {
  const figure = document.querySelector("figure.plot[data-script]");
  const told = document.getElementById("plot-data");
  const button = figure && figure.querySelector("button");
  if (!button || !told) return;

  const loaded = (tag, attributes) =>
    new Promise((done, failed) => {
      const element = Object.assign(document.createElement(tag), attributes);
      element.onload = done;
      element.onerror = failed;
      document.head.append(element);
    });

  // One column of times for all series, as uPlot wants it: a series is empty where it says nothing.
  const columns = (series) => {
    const times = [...new Set(series.flatMap((one) => one.map((point) => point[0])))].sort((a, b) => a - b);
    const place = new Map(times.map((time, at) => [time, at]));
    return [times, ...series.map((one) => {
      const column = Array(times.length).fill(null);
      for (const [time, value] of one) column[place.get(time)] = value;
      return column;
    })];
  };

  const draw = (data) => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const language = document.documentElement.lang;
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: data.digits, useGrouping: false });
    const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
    const month = new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone: "UTC" });
    const ticks = (plot, times, axis, space, step) =>
      times.map((time) => (step < 86400 ? "" : (step < 28 * 86400 ? day : month).format(new Date(time * 1000))));
    const shown = (_, value) => (value === null || value === undefined ? "–" : number.format(value));
    const axis = { stroke: colour("--soft"), grid: { stroke: colour("--hair") }, ticks: { stroke: colour("--hair") } };
    const stepped = uPlot.paths.stepped({ align: 1 });
    const series = [
      { label: data.day, value: (_, time) => (time === null ? "–" : day.format(new Date(time * 1000))) },
      { label: data.names[0], stroke: colour("--accent"), width: 2, paths: stepped, points: { show: false }, value: shown, spanGaps: true },
      { label: data.after, stroke: colour("--accent"), paths: () => null, points: { show: true, size: 6 }, value: shown },
    ];
    const lines = [data.steps, data.points];
    if (data.second.length) {
      series.push({ label: data.names[1], stroke: colour("--soft"), dash: [5, 3], paths: stepped, points: { show: false }, value: shown, spanGaps: true });
      lines.push(data.second);
    }
    const drawing = figure.querySelector("svg");
    const size = () => ({ width: figure.clientWidth, height: 340 });
    const options = { ...size(), tzDate: (time) => uPlot.tzDate(new Date(time * 1000), "Etc/UTC"), axes: [{ ...axis, values: ticks }, { ...axis, values: (_, values) => values.map(number.format) }], series };
    const plot = new uPlot(options, columns(lines), figure);
    drawing.before(plot.root);
    drawing.remove();
    button.remove();
    addEventListener("resize", () => plot.setSize(size()));
  };

  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await Promise.all([
      loaded("link", { rel: "stylesheet", href: figure.dataset.style }),
      loaded("script", { src: figure.dataset.script }),
    ]);
    draw(JSON.parse(told.textContent));
  });
})();
