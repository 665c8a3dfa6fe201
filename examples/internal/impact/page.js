"use strict";
(() => {
  const byID = (id) => document.getElementById(id);
  const cells = Array.from(document.querySelectorAll("td button"));
  let open = null, section = null;

  const close = () => {
    if (open) open.setAttribute("aria-pressed", "false");
    if (section) section.hidden = true;
    open = section = null;
    byID("hint").hidden = false;
    byID("title").textContent = "Select a cell";
  };

  const show = (cell) => {
    close();
    open = cell;
    cell.setAttribute("aria-pressed", "true");
    const column = cell.parentElement.cellIndex;
    const object = cell.closest("tr").cells[0].textContent;
    const cluster = document.querySelector("thead tr").cells[column].textContent;
    byID("title").textContent = object + " in " + cluster;
    byID("hint").hidden = true;
    const number = cell.dataset.detail;
    section = number !== "-1" ? byID("detail-" + number) : byID(cell.className === "unchanged" ? "equal" : "missing");
    section.hidden = false;
  };

  // Only one cell is in the tab order; the arrow keys move it.
  const focus = (cell) => {
    for (const other of document.querySelectorAll('td button[tabindex="0"]')) other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  };

  const step = (cell, rows, columns) => {
    let [row, column] = cell.id.split("-").slice(1).map(Number);
    do {
      row += rows;
      column += columns;
      const next = byID("cell-" + row + "-" + column);
      if (next) return focus(next);
    } while (row >= 0 && column >= 0 && row < 1000 && column < 1000);
  };

  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  document.addEventListener("click", (event) => {
    const cell = event.target.closest("td button");
    if (!cell) return;
    focus(cell);
    show(cell);
    history.replaceState(null, "", "#" + cell.id);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    const cell = event.target.closest("td button");
    if (!cell || !moves[event.key]) return;
    event.preventDefault();
    step(cell, ...moves[event.key]);
  });

  if (cells.length) cells[0].tabIndex = 0;
  const linked = byID(location.hash.slice(1));
  if (linked && cells.includes(linked)) linked.click(); // a link to a cell opens it
})();
