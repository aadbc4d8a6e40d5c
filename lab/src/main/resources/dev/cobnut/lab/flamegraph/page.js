'use strict';
// The data is described at the class PageData. Sides are 0 before, 1 after; one profile has side 0 only.
(async () => {
  const about = JSON.parse(document.getElementById('about').textContent);
  const byId = id => document.getElementById(id);
  const graph = byId('graph');
  const ROW = 18, NARROWEST = 0.7, RARE = 0, GAP = 16, BOXES_MAX = 5;
  const single = about.sides.length === 1;
  const perRequest = about.sides.every(side => side.perRequest !== null);
  const VIEWS = single ? {before: 'profile'} : {
    diff: 'difference', gone: 'difference on before', before: 'before', after: 'after', both: 'side by side',
  };
  const LAYOUTS = {flame: 'below', icicle: 'above'};
  const NORMS = perRequest ? {request: 'per ' + about.per, second: 'per second', share: 'share of each side'}
    : {second: 'per second', share: 'share of each side'};
  const COLOURS = Object.fromEntries(about.kinds.map(([kind, , colour]) => [kind, colour]));
  const CODE = ['own', 'hazelcast', 'library'];
  const START = {
    view: single ? 'before' : 'diff', layout: 'flame', norm: perRequest ? 'request' : 'second', threads: '', endpoint: '',
    q: '', zoom: '0', frame: '',
  };
  const state = {...START};
  const tree = parse(await unpack());
  const whole = [...tree.root.total.value];
  let cells = [], selected = tree.root, found = null;

  // ---- data ----

  async function unpack() {
    const bytes = Uint8Array.from(atob(byId('data').textContent.trim()), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).text();
  }

  function parse(text) {
    const end = text.indexOf('\n\n');
    const frames = text.slice(0, end).split('\n').map(line => {
      const [kind, marks] = line.split(' ', 2);
      return {kind, marks: +marks, name: line.slice(kind.length + marks.length + 2)};
    });
    const root = node(null, {kind: 'native', marks: 0, name: 'all'}, 0);
    const all = [root];
    const path = [root];
    const number = field => field ? parseInt(field, 36) : 0;
    for (const line of text.slice(end + 2).split('\n')) {
      if (line === '') continue;
      const f = line.split(',').map(number);
      const numbers = {samples: [f[2] || 0, f[4] || 0], value: [f[3] || 0, f[5] || 0]};
      if (f[0] === 0) {
        all[all.length - 1].endpoints.set(/^\[endpoint (.*)\]$/.exec(frames[f[1]].name)[1], numbers);
        continue;
      }
      const n = node(path[f[0] - 1], frames[f[1]], f[0]);
      n.rare = f[1] === RARE;
      n.id = all.length;
      n.self = numbers;
      n.opacity = (f[6] || 0) / 9;
      n.interval = f[7] || f[8] ? [f[7] || 0, f[8] || 0] : null;
      path[f[0]] = n;
      n.parent.children.push(n);
      all.push(n);
    }
    root.opacity = about.opacity;
    if (all.some(n => n.endpoints.size > 0)) all.forEach(addRest);
    sumUp(all);
    for (const n of all) n.whole = structuredClone(n.total.value);
    return {root, all, frames: frames.filter(frame => !frame.name.startsWith('[endpoint '))};
  }

  // The samples of no endpoint: background work, and requests that the recording did not see end.
  function addRest(n) {
    const rest = structuredClone(n.self);
    for (const part of n.endpoints.values()) {
      for (const key of ['samples', 'value']) rest[key] = rest[key].map((own, side) => Math.max(0, own - part[key][side]));
    }
    if (rest.samples[0] + rest.samples[1] > 0) n.endpoints.set('(no endpoint)', rest);
  }

  // The group of threads is the class of the outermost frame that is not of the JDK or the JVM, or what the data says.
  function node(parent, frame, depth) {
    const named = /^\[thread (.*)\]$/.exec(frame.name);
    const n = {
      parent, frame, depth, id: 0, rare: false, children: [], opacity: 0, interval: null,
      self: zeros(), own: zeros(), total: zeros(), endpoints: new Map(), threads: parent ? parent.threads : '',
      marksBelow: parent ? parent.marksBelow | parent.frame.marks : 0,
    };
    if (named) n.threads = named[1];
    else if (n.threads === '' && CODE.includes(frame.kind)) n.threads = typeOf(frame.name);
    return n;
  }

  function zeros() {
    return {samples: [0, 0], value: [0, 0]};
  }

  function typeOf(name) {
    const type = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    return type.slice(type.lastIndexOf('.') + 1).replace(/\$.*/, '') || name;
  }

  // Children come after their parent in the list, so theirs are complete.
  function sumUp(all) {
    for (let i = all.length - 1; i >= 0; i--) {
      const n = all[i];
      n.own = filtered(n);
      for (const key of ['samples', 'value']) {
        for (const side of [0, 1]) {
          n.total[key][side] = n.children.reduce((sum, c) => sum + c.total[key][side], n.own[key][side]);
        }
      }
    }
  }

  const isFiltered = () => state.threads !== '' || state.endpoint !== '';

  // The numbers of the stacks that end here and pass the filters.
  function filtered(n) {
    if (state.threads !== '' && (n.threads || '(JDK and JVM)') !== state.threads) return zeros();
    return state.endpoint === '' ? n.self : n.endpoints.get(state.endpoint) || zeros();
  }

  // ---- numbers ----

  function cost(value, side) {
    if (state.norm === 'share') return whole[side] === 0 ? 0 : value / whole[side] * 100;
    const {perSecond, perRequest: each} = about.sides[side] || about.sides[0];
    const factor = state.norm === 'second' && perRequest ? (each === 0 ? 0 : perSecond / each) : 1;
    return value * about.unit * factor;
  }

  function show(amount) {
    if (state.norm === 'share') return amount.toFixed(amount < 10 ? 2 : 1) + ' %';
    const units = about.bytes
      ? [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB'], [1, 'B']]
      : [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
    const [per, unit] = units.find(([size]) => amount >= 1.5 * size) || units[3];
    const value = amount / per;
    return value.toFixed(value >= 100 || value === 0 ? 0 : value >= 10 ? 1 : 2) + ' ' + unit;
  }

  function signed(percent) {
    return (percent < 0 ? '−' : '+') + Math.abs(percent).toFixed(1) + ' %';
  }

  function change(before, after) {
    if (before === 0) return after === 0 ? '' : 'only in B';
    if (after === 0) return 'only in A';
    const percent = (after / before - 1) * 100;
    return percent === 0 ? '0.0 %' : (percent < 0 ? '▼ ' : '▲ ') + signed(percent);
  }

  // The certainty is that of the whole node, so it holds only where no filter cuts the node.
  function certainty(n) {
    return n.merged || n.whole.some((value, side) => value !== n.total.value[side]) ? 0 : n.opacity;
  }

  // ---- views: what a node's width is ----

  const before = n => cost(n.total.value[0], 0);
  const after = n => cost(n.total.value[1], 1);
  const WIDTHS = {diff: after, gone: before, before, after};
  const isDifference = () => state.view === 'diff' || state.view === 'gone';

  const panes = () => state.view === 'both' ? ['before', 'after'] : [state.view];

  // Before and after have one scale, so that the cheaper graph is the narrower one.
  function fullWidth(n) {
    return isDifference() ? WIDTHS[state.view](n) : single ? before(n) : Math.max(before(n), after(n));
  }

  function sentence(n) {
    const where = n.parent === null || n.merged ? '' : ' in ' + n.frame.name;
    const numbers = state.norm === 'share' ? 'of all' : NORMS[state.norm];
    const cost = show(WIDTHS[panes()[0]](n));
    if (state.frame !== '') {
      return `Callers of ${n.frame.name} on the side of the root, what it calls on the other: ${cost} ${numbers}.`;
    }
    if (fullWidth(n) === 0) return 'No samples' + where + '.';
    if (single) return `All${where}: ${cost} ${numbers}.`;
    const chance = about.tested ? 'The stronger, the more certain over the runs.' : 'One run each: it may be chance.';
    return {
      diff: `Widths: after${where}, ${cost} ${numbers}. Colours: the change from before. ${chance}`,
      gone: `Widths: before${where}, ${cost} ${numbers}, with what only A has. Colours: the change. ${chance}`,
      before: `Before${where}: ${cost} ${numbers}.`,
      after: `After${where}: ${cost} ${numbers}.`,
      both: `Before${where} ${show(before(n))}, after ${show(after(n))} ${numbers}, on one scale.`,
    }[state.view];
  }

  // ---- drawing ----

  // From -1, only in A, to 1, only in B.
  function relativeChange(n) {
    const b = before(n), a = after(n), most = Math.max(a, b);
    return most === 0 ? 0 : (a - b) / most;
  }

  function colour(n) {
    if (!isDifference() || n.merged) return COLOURS[n.frame.kind];
    const relative = relativeChange(n);
    const [same, less, more] = about.colours;
    const share = 100 * certainty(n) * (0.35 + 0.65 * Math.abs(relative));
    return `color-mix(in srgb, ${relative < 0 ? less : more} ${share.toFixed(1)}%, ${same})`;
  }

  function forms(n) {
    const name = n.frame.name;
    const dot = name.lastIndexOf('.');
    if (n.frame.kind === 'type') return [name, name.slice(dot + 1)];
    if ((CODE.includes(n.frame.kind) || n.frame.kind === 'jdk') && dot > 0) {
      const type = name.lastIndexOf('.', dot - 1);
      return [name, name.slice(type + 1), name.slice(dot + 1)];
    }
    const colons = name.lastIndexOf('::');
    return colons > 0 && !name.includes('<') ? [name, name.slice(colons + 2)] : [name];
  }

  const measure = document.createElement('canvas').getContext('2d');

  function label(n, width) {
    if (width < 16) return '';
    const texts = forms(n);
    if (isDifference() && certainty(n) > 0) {
      const changed = change(before(n), after(n));
      texts.splice(0, texts.length, ...texts.map(text => `${changed} ${text}`), changed);
    }
    return texts.find(text => measure.measureText(text).width <= width - 7) || '';
  }

  function draw() {
    measure.font = '12px ' + getComputedStyle(document.body).fontFamily;
    const centre = state.frame === '' ? null : sandwich(state.frame);
    const zoom = centre === null ? tree.all[+state.zoom] : centre.callees;
    const views = panes();
    const width = (graph.clientWidth - GAP * (views.length - 1)) / views.length;
    const scale = fullWidth(zoom) > 0 ? width / fullWidth(zoom) : 0;
    cells = [];
    const boxes = [];
    views.forEach((view, pane) => {
      const amount = WIDTHS[view];
      const left = pane * (width + GAP);
      const place = (n, x, row, step, next) => {
        const w = amount(n) * scale;
        if (w < NARROWEST && n !== zoom) return;
        cells.push({n, x, width: w, row, pane});
        let at = x;
        for (const child of next(n)) {
          place(child, at, row + step, step, next);
          at += amount(child) * scale;
        }
        const marks = centre === null ? n.frame.marks & ~(n === zoom ? 0 : n.marksBelow) : 0;
        for (let i = 0; i < about.callouts.length; i++) {
          if (marks & 1 << i) boxes.push({i, x, width: w, row, pane, change: Math.abs(after(n) - before(n))});
        }
      };
      const above = [];
      for (let n = zoom.parent; n !== null; n = n.parent) above.unshift(n);
      above.forEach((n, row) => cells.push({n, x: left, width, row, pane, around: true}));
      place(zoom, left, above.length, 1, n => n.children);
      if (centre !== null) {
        let at = left;
        for (const caller of centre.callers.children) {
          place(caller, at, -1, -1, n => n.children);
          at += amount(caller) * scale;
        }
      }
    });
    const lowest = Math.min(0, ...cells.map(cell => cell.row));
    const rows = document.createElement('div');
    rows.id = 'rows';
    rows.role = 'presentation';
    const highest = cells.reduce((most, cell) => Math.max(most, cell.row), 0) - lowest + 2;
    const height = Math.max(highest * ROW + 4, graph.clientHeight);
    rows.style.height = height + 'px';
    const icicle = state.layout === 'icicle';
    const y = row => icicle ? (row - lowest + 1) * ROW : height - (row - lowest + 1) * ROW;
    cells.forEach((cell, i) => rows.append(element(cell, i, y(cell.row), cell.n === zoom && centre !== null)));
    boxes.sort((a, b) => b.change - a.change);
    const first = boxes.filter((box, i) => boxes.findIndex(b => b.i === box.i && b.pane === box.pane) === i);
    const ordered = [...first, ...boxes.filter(box => !first.includes(box))].slice(0, BOXES_MAX * views.length);
    for (const box of ordered) {
      const div = document.createElement('div');
      div.className = 'box';
      div.style.setProperty('--tone', about.callouts[box.i][1]);
      const number = document.createElement('b');
      number.textContent = String(box.i + 1);
      div.append(number);
      place4(div, box.x - 1, y(box.row) - 1, Math.max(box.width, 3) + 1, ROW);
      rows.append(div);
    }
    views.forEach((view, pane) => {
      if (views.length === 1) return;
      const title = document.createElement('span');
      title.className = 'half';
      title.textContent = view;
      title.style.left = pane * (width + GAP) + 'px';
      if (icicle) title.style.top = 'auto';
      rows.append(title);
    });
    graph.replaceChildren(rows);
    const middle = centre === null ? null : cells.find(cell => cell.n === zoom);
    const shown = middle !== null ? 0 : ordered.length > 0 ? ordered[0].row : null;
    graph.scrollTop = shown !== null ? y(shown) - graph.clientHeight / 2 : icicle ? 0 : graph.scrollHeight;
    byId('about-view').textContent = sentence(zoom);
    legend();
    const full = show(fullWidth(zoom));
    byId('ruler').textContent = state.norm === 'share' ? `The whole width is ${full} of all.`
      : `The whole width is ${full} ${about.what} ${NORMS[state.norm]}.`;
    byId('reset').disabled = centre === null && zoom === tree.root;
    select(cells.find(cell => cell.n === selected) || cells.find(cell => cell.n === zoom), false);
    remember();
  }

  // ---- callers and callees of a frame, wherever it is ----

  function sandwich(name) {
    const outermost = [];
    const walk = n => {
      if (n.frame.name === name && !n.rare && n.parent !== null) outermost.push(n);
      else n.children.forEach(walk);
    };
    walk(tree.root);
    const merged = (frame, parts, next) => {
      const n = {frame, parts, merged: true, parent: null, own: zeros(), total: zeros()};
      for (const key of ['samples', 'value']) {
        for (const side of [0, 1]) {
          n.total[key][side] = parts.reduce((sum, part) => sum + part.of.total[key][side], 0);
          n.own[key][side] = parts.reduce((sum, part) => sum + part.at.own[key][side], 0);
        }
      }
      const groups = new Map();
      for (const part of parts.flatMap(next)) {
        const of = part.at.frame.name;
        groups.set(of, [...groups.get(of) || [], part]);
      }
      n.children = [...groups.values()].map(group => merged(group[0].at.frame, group, next));
      n.children.sort((a, b) => total(b) - total(a));
      return n;
    };
    const frame = outermost.length === 0 ? {kind: 'native', marks: 0, name} : outermost[0].frame;
    const parts = outermost.map(n => ({at: n, of: n}));
    return {
      callees: merged(frame, parts, part => part.at.children.map(n => ({at: n, of: n}))),
      callers: merged(frame, parts,
        part => part.at.parent === null || part.at.parent.parent === null ? [] : [{at: part.at.parent, of: part.of}]),
    };
  }

  const total = n => n.total.value[0] + n.total.value[1];

  function place4(element, x, y, width, height) {
    Object.assign(element.style, {
      left: x + 'px', top: y + 'px', width: width + 'px', height: height + 'px',
    });
  }

  function element(cell, index, y, isCentre) {
    const n = cell.n;
    const div = document.createElement('div');
    cell.div = div;
    div.id = 'c' + index;
    div.className = 'cell' + (cell.around ? ' around' : '') + (isCentre ? ' centre' : '')
      + (found !== null && found(n) ? ' found' : '');
    div.role = 'treeitem';
    div.ariaLevel = String(Math.abs(cell.row) + 1);
    div.ariaLabel = single ? `${n.frame.name}, ${show(before(n))}`
      : `${n.frame.name}, before ${show(before(n))}, after ${show(after(n))}`;
    div.dataset.frame = n.frame.name;
    div.style.background = colour(n);
    place4(div, cell.x, y, Math.max(NARROWEST, cell.width - (cell.width > 3 ? 1 : 0)), ROW - 1);
    if (cell.width < 9) div.style.padding = '0';
    div.textContent = label(n, cell.width);
    return div;
  }

  // ---- one frame's numbers ----

  function numbers(n) {
    const fragment = document.createDocumentFragment();
    const name = document.createElement('b');
    name.textContent = n.frame.name;
    const table = document.createElement('table');
    const add = (section, texts) => {
      const tr = section.insertRow();
      texts.forEach((text, i) => {
        const cell = document.createElement(i === 0 || section.tagName === 'THEAD' ? 'th' : 'td');
        cell.textContent = text;
        tr.append(cell);
      });
    };
    add(table.createTHead(), [state.norm === 'share' ? 'share of all' : `${about.what} ${NORMS[state.norm]}`,
      ...(single ? ['cost', 'samples'] : ['before', 'after', 'change', 'samples before', 'samples after'])]);
    const body = table.createTBody();
    for (const [key, of] of [['total', n.total], ['self', n.own]]) {
      const a = cost(of.value[0], 0), b = cost(of.value[1], 1);
      add(body, single ? [key, show(a), String(of.samples[0])]
        : [key, show(a), show(b), change(a, b), String(of.samples[0]), String(of.samples[1])]);
    }
    fragment.append(name, table);
    if (!single && about.tested && !n.merged) {
      const p = document.createElement('p');
      const sure = certainty(n) > 0 ? 'beyond chance over the runs' : 'not beyond chance over the runs';
      p.textContent = sure + (n.interval === null || isFiltered() ? ''
        : `; 95 % interval of the change ${n.interval.map(end => signed(end).replace('.0', '')).join(' to ')}`);
      fragment.append(p);
    }
    return fragment;
  }

  function select(cell, scroll) {
    if (cell === undefined) return;
    const old = graph.querySelector('.selected');
    if (old !== null) {
      old.classList.remove('selected');
      old.ariaSelected = null;
    }
    selected = cell.n;
    cell.div.classList.add('selected');
    cell.div.ariaSelected = 'true';
    graph.setAttribute('aria-activedescendant', cell.div.id);
    if (scroll) cell.div.scrollIntoView({block: 'nearest'});
    byId('detail').replaceChildren(numbers(cell.n));
    byId('callers').disabled = cell.n === tree.root || cell.n.rare === true;
  }

  const cellOf = target => {
    const div = target.closest ? target.closest('.cell') : null;
    return div === null ? undefined : cells[+div.id.slice(1)];
  };

  function go(n) {
    if (n.merged) {
      state.frame = n.frame.name;
      selected = null;
    } else {
      state.zoom = String(n.id);
      selected = n;
    }
    draw();
  }

  function callers() {
    if (byId('callers').disabled) return;
    state.frame = selected.frame.name;
    selected = null;
    draw();
  }

  function out() {
    if (state.frame !== '') state.frame = '';
    else if (state.zoom !== '0') state.zoom = String(outer(tree.all[+state.zoom]).id);
    selected = tree.all[+state.zoom];
    draw();
  }

  // From a frame out to where the graph gets wider; a run of frames of one width is left at once.
  function outer(n) {
    let at = n.parent;
    while (at.parent !== null && fullWidth(at) < 1.02 * fullWidth(n)) at = at.parent;
    return at;
  }

  // ---- keys and mouse ----

  function move(key) {
    const own = cells.find(cell => cell.div.classList.contains('selected'));
    if (key === 'Home') return cells.find(cell => cell.row === 0);
    const row = cells.filter(cell => cell.pane === own.pane);
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const same = cells.filter(cell => cell.row === own.row).sort((a, b) => a.x - b.x);
      return same[same.indexOf(own) + (key === 'ArrowRight' ? 1 : -1)];
    }
    const step = (key === 'ArrowUp') === (state.layout === 'flame') ? 1 : -1;
    const middle = own.x + own.width / 2;
    const next = row.filter(cell => cell.row === own.row + step);
    const inside = next.filter(cell => cell.x >= own.x - 0.01 && cell.x + cell.width <= own.x + own.width + 0.01);
    return inside.length > 0 ? inside.reduce((a, b) => b.width > a.width ? b : a)
      : next.find(cell => cell.x <= middle && middle <= cell.x + cell.width);
  }

  graph.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') go(selected);
    else if (event.key === 'Escape') out();
    else if (event.key === 'c') callers();
    else if (['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home'].includes(event.key)) select(move(event.key), true);
    else return;
    event.preventDefault();
  });

  document.addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== byId('search')) {
      byId('search').focus();
      event.preventDefault();
    }
  });

  graph.addEventListener('click', event => {
    const cell = cellOf(event.target);
    if (cell !== undefined) go(cell.n);
  });

  graph.addEventListener('mousemove', event => {
    const cell = cellOf(event.target);
    const tip = byId('tip');
    tip.hidden = cell === undefined;
    if (cell === undefined) return;
    tip.replaceChildren(numbers(cell.n));
    const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
    const below = event.clientY + 18;
    const fits = below + tip.offsetHeight < innerHeight;
    tip.style.left = Math.max(8, left) + 'px';
    tip.style.top = (fits ? below : event.clientY - tip.offsetHeight - 12) + 'px';
  });
  graph.addEventListener('mouseleave', () => { byId('tip').hidden = true; });
  byId('callers').addEventListener('click', callers);
  byId('reset').addEventListener('click', () => {
    state.frame = '';
    go(tree.root);
  });
  byId('controls').addEventListener('submit', event => event.preventDefault());
  byId('search').addEventListener('input', event => {
    state.q = event.target.value;
    update();
  });
  byId('search').addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      byId('search').value = state.q = '';
      update();
      graph.focus();
    } else if (event.key === 'Enter') {
      graph.focus();
    }
  });

  // ---- search: each stack counts once, at its outermost match ----

  function search() {
    const input = byId('search');
    input.ariaInvalid = null;
    found = null;
    byId('found').textContent = '';
    if (state.q === '') return;
    let pattern;
    try {
      pattern = new RegExp(state.q);
    } catch (e) {
      input.ariaInvalid = 'true';
      byId('found').textContent = 'This is no regular expression: ' + e.message;
      return;
    }
    const matching = new Set(tree.frames.filter(frame => pattern.test(frame.name)));
    found = n => matching.has(n.frame);
    const sum = zeros();
    const walk = n => {
      if (!found(n)) return n.children.forEach(walk);
      for (const side of [0, 1]) {
        sum.value[side] += n.total.value[side];
        sum.samples[side] += n.total.samples[side];
      }
    };
    walk(tree.root);
    const part = side => {
      const percent = (whole[side] === 0 ? 0 : sum.value[side] / whole[side] * 100).toFixed(2) + ' %';
      const amount = state.norm === 'share' ? '' : `${show(cost(sum.value[side], side))} ${NORMS[state.norm]}, `;
      return `${amount}${percent}, ${sum.samples[side]} samples`;
    };
    byId('found').textContent = matching.size === 0 ? 'No frame matches.'
      : `Stacks through ${matching.size} matching frames: `
        + (single ? part(0) : `before ${part(0)} · after ${part(1)}`);
  }

  // ---- the state, which is in the URL ----

  function update() {
    sumUp(tree.all);
    search();
    draw();
  }

  function remember() {
    const parameters = Object.entries(state).filter(([key, value]) => value !== START[key]);
    const hash = new URLSearchParams(parameters).toString();
    if (hash !== location.hash.slice(1)) history.replaceState(null, '', '#' + hash);
  }

  function recall() {
    Object.assign(state, START, Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
    const valid = {view: VIEWS, layout: LAYOUTS, norm: NORMS, zoom: tree.all};
    for (const key of Object.keys(valid)) {
      if (!Object.hasOwn(valid[key], state[key])) state[key] = START[key];
    }
    for (const key of ['view', 'layout', 'norm']) {
      document.querySelector(`input[name=${key}][value=${state[key]}]`).checked = true;
    }
    for (const key of ['threads', 'endpoint']) {
      byId(key).value = state[key];
      state[key] = byId(key).value;
    }
    byId('search').value = state.q;
    selected = tree.all[+state.zoom];
    update();
  }

  // ---- what stands around the graph ----

  function choices(id, texts, key) {
    for (const [value, text] of Object.entries(texts)) {
      const label = document.createElement('label');
      const input = document.createElement('input');
      Object.assign(input, {type: 'radio', name: key, value});
      input.addEventListener('change', () => {
        state[key] = value;
        update();
      });
      label.append(input, ' ' + text);
      byId(id).append(label);
    }
  }

  // A filter that the data has, most expensive first.
  function filter(key, partsOf) {
    const costs = new Map();
    for (const [name, of] of tree.all.flatMap(partsOf)) {
      costs.set(name, (costs.get(name) || 0) + of.value[0] + of.value[1]);
    }
    const names = [...costs].filter(([, value]) => value > 0).sort((a, b) => b[1] - a[1]).map(([name]) => name);
    byId(key).parentElement.hidden = names.length < 2;
    byId(key).append(new Option('all', ''), ...names.map(name => new Option(name, name)));
    byId(key).addEventListener('change', event => {
      state[key] = event.target.value;
      update();
    });
  }

  function paragraph(text, tag = 'p') {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  }

  function fill() {
    byId('title').textContent = about.title;
    byId('subtitle').textContent = about.subtitle;
    byId('badge').hidden = single;
    byId('views').hidden = single;
    if (!single) {
      byId('badge').textContent = about.badge;
      byId('badge').style.background = about.badgeColour;
    }
    about.callouts.forEach(([line, colour], i) => {
      const li = document.createElement('li');
      li.style.setProperty('--tone', colour);
      li.append(paragraph(String(i + 1), 'b'), ' ' + line);
      byId('callouts').append(li);
    });
    for (const side of about.sides) {
      const div = document.createElement('div');
      div.append(paragraph(side.title, 'h2'), ...side.captions.map(caption => paragraph(caption)));
      byId('sides').append(div);
    }
    const rare = `frames below ${+(about.rareShare * 100).toPrecision(2)} %${single ? '' : ' on both sides'} are merged into [rare]`;
    byId('facts').textContent = [...about.facts, rare].join(' · ');
  }

  function legend() {
    const items = [];
    if (isDifference() && state.frame === '') {
      const [same, less, more] = about.colours;
      items.push([less, '▼ costs less than before'], [more, '▲ costs more'], [same, 'no change beyond chance']);
    } else {
      const used = new Set(tree.frames.map(frame => frame.kind));
      for (const [kind, title, colour] of about.kinds) {
        if (used.has(kind) && kind !== 'rare') items.push([colour, title]);
      }
    }
    byId('legend').replaceChildren(...items.map(([colour, text]) => {
      const li = document.createElement('li');
      const swatch = document.createElement('span');
      swatch.style.background = colour;
      li.append(swatch, text);
      return li;
    }));
  }

  for (const n of tree.all) {
    n.children.sort((a, b) => total(b) - total(a) || (a.frame.name < b.frame.name ? -1 : 1));
  }
  fill();
  choices('views', VIEWS, 'view');
  choices('layouts', LAYOUTS, 'layout');
  choices('norms', NORMS, 'norm');
  filter('threads', n => [[n.threads || '(JDK and JVM)', n.self]]);
  filter('endpoint', n => [...n.endpoints]);
  recall();
  addEventListener('hashchange', recall);
  new ResizeObserver(() => draw()).observe(graph);
  document.body.dataset.ready = 'true';
})();
