'use strict';
// The data is described at the class PageData. Sides are 0 before, 1 after; one profile has side 0 only.
(async () => {
  const about = JSON.parse(document.getElementById('about').textContent);
  const byId = id => document.getElementById(id);
  const graph = byId('graph');
  const ROW = 18, NARROWEST = 0.7, SAME = 0.05, RARE = 0, HOT = 1;
  const single = about.sides.length === 1;
  const VIEWS = single ? {before: 'profile'} : {
    before: 'before', after: 'after', diff: 'difference', vanished: 'vanished', appeared: 'new',
  };
  const COLOURS = Object.fromEntries(about.kinds.map(([kind, , colour]) => [kind, colour]));
  const JAVA = ['own', 'hazelcast', 'library', 'jdk'];
  const NORMS = {request: 'per ' + about.per, second: 'per second', share: 'share'};
  const state = {view: 'before', norm: 'request', zoom: null, selected: null, found: null};
  const tree = parse(await unpack());
  state.zoom = tree.root;

  // ---- data ----

  async function unpack() {
    const bytes = Uint8Array.from(atob(byId('data').textContent.trim()), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).text();
  }

  function parse(text) {
    const end = text.indexOf('\n\n');
    const frames = text.slice(0, end).split('\n').map(line => {
      const [kind, flags] = line.split(' ', 2);
      return {kind, hot: (+flags & HOT) > 0, name: line.slice(kind.length + flags.length + 2)};
    });
    const root = node(null, {kind: 'native', hot: false, name: 'all'}, 0);
    const all = [root];
    const path = [root];
    const number = field => field ? parseInt(field, 36) : 0;
    for (const line of text.slice(end + 2).split('\n')) {
      if (line === '') continue;
      const f = line.split(',');
      const depth = number(f[0]);
      const parent = path[depth - 1];
      const n = node(parent, frames[number(f[1])], depth);
      n.rare = number(f[1]) === RARE;
      n.id = all.length;
      for (const side of [0, 1]) {
        n.self.samples[side] = number(f[2 + 2 * side]);
        const value = f[3 + 2 * side];
        n.self.value[side] = (value ? number(value) : n.self.samples[side]) * about.unit;
      }
      parent.children.push(n);
      path[depth] = n;
      all.push(n);
    }
    for (let i = all.length - 1; i >= 0; i--) sumUp(all[i]);
    return {root, all, frames};
  }

  function node(parent, frame, depth) {
    return {
      parent, frame, depth, id: 0, rare: false, children: [],
      self: {samples: [0, 0], value: [0, 0]}, total: {samples: [0, 0], value: [0, 0]},
      vanished: 0, appeared: 0, hotBelow: parent !== null && (parent.hotBelow || parent.frame.hot),
    };
  }

  // Children come after their parent in the list, so theirs are complete.
  function sumUp(n) {
    for (const key of ['samples', 'value']) {
      for (const side of [0, 1]) {
        n.total[key][side] = n.children.reduce((sum, c) => sum + c.total[key][side], n.self[key][side]);
      }
    }
    const on = side => n.total.samples[side] > 0 || n.total.value[side] > 0;
    if (n.parent !== null && !n.rare && on(0) && !on(1)) n.vanished = n.total.value[0];
    else n.vanished = n.children.reduce((sum, c) => sum + c.vanished, 0);
    if (n.parent !== null && !n.rare && on(1) && !on(0)) n.appeared = n.total.value[1];
    else n.appeared = n.children.reduce((sum, c) => sum + c.appeared, 0);
  }

  // ---- numbers ----

  const cost = (value, side) => {
    const all = tree.root.total.value[side];
    if (all === 0) return 0;
    const whole = {share: 100, second: about.sides[side].perSecond, request: about.sides[side].perRequest};
    return value / all * whole[state.norm];
  };

  function show(amount) {
    if (state.norm === 'share') return amount.toFixed(amount < 10 ? 2 : 1) + ' %';
    const units = about.bytes
      ? [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB'], [1, 'B']]
      : [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
    const [per, unit] = units.find(([size]) => amount >= 1.5 * size) || units[3];
    const value = amount / per;
    return value.toFixed(value >= 100 || value === 0 ? 0 : value >= 10 ? 1 : 2) + ' ' + unit;
  }

  function change(before, after) {
    if (before === 0) return after === 0 ? '' : 'new';
    if (after === 0) return 'vanished';
    const percent = (after / before - 1) * 100;
    return (percent < 0 ? '▼ −' : percent > 0 ? '▲ +' : '') + Math.abs(percent).toFixed(1) + ' %';
  }

  // ---- views: what a node's width is ----

  const amounts = {
    before: n => cost(n.total.value[0], 0),
    after: n => cost(n.total.value[1], 1),
    diff: n => cost(n.total.value[1], 1),
    vanished: n => cost(n.vanished, 0),
    appeared: n => cost(n.appeared, 1),
  };

  // Both sides have one scale, so that the cheaper graph is the narrower one.
  function fullWidth(zoom) {
    return state.view === 'vanished' || state.view === 'appeared'
      ? amounts[state.view](zoom)
      : Math.max(amounts.before(zoom), amounts.after(zoom));
  }

  function sentence(zoom) {
    const whole = show(amounts[state.view](zoom));
    const where = zoom.parent === null ? '' : ' in ' + zoom.frame.name;
    const numbers = state.norm === 'share' ? 'of all' : NORMS[state.norm];
    const none = {vanished: 'Nothing vanished: each frame of before is also in after.',
      appeared: 'Nothing is new: each frame of after is also in before.'};
    if (amounts[state.view](zoom) === 0) return none[state.view] || 'No samples' + where + '.';
    if (single) return `All${where}: ${whole} ${numbers}.`;
    const texts = {
      before: `Before${where}: ${whole} ${numbers}.`,
      after: `After${where}: ${whole} ${numbers}.`,
      diff: `Widths: after${where}, ${whole} ${numbers}. Colours and signs: the change from before.`,
      vanished: `Only in before${where}: ${whole} ${numbers}. One sample can be chance: see the counts.`,
      appeared: `Only in after${where}: ${whole} ${numbers}. One sample can be chance: see the counts.`,
    };
    return texts[state.view];
  }

  // ---- drawing ----

  // From -1, vanished, to 1, new.
  function relativeChange(n) {
    const b = amounts.before(n), a = amounts.after(n), most = Math.max(a, b);
    return most === 0 ? 0 : (a - b) / most;
  }

  function colour(n) {
    if (state.view !== 'diff' || n.parent === null) return COLOURS[n.frame.kind];
    const relative = relativeChange(n);
    if (Math.abs(relative) < SAME) return '#d9dbde';
    const light = 88 - 32 * Math.min(1, Math.abs(relative));
    return relative < 0 ? `hsl(210 75% ${light}%)` : `hsl(28 92% ${light}%)`;
  }

  function forms(n) {
    const name = n.frame.name;
    const dot = name.lastIndexOf('.');
    if (n.frame.kind === 'type') return [name, name.slice(dot + 1)];
    if (JAVA.includes(n.frame.kind) && dot > 0) {
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
    if (state.view === 'diff' && n.parent !== null) {
      const relative = relativeChange(n);
      const same = Math.abs(relative) < SAME;
      const changed = same ? '≈' : change(amounts.before(n), amounts.after(n));
      const sign = same ? '≈' : relative < 0 ? '▼' : '▲';
      const shortest = texts[texts.length - 1];
      texts.splice(0, texts.length, ...texts.map(text => `${changed} ${text}`),
        `${sign} ${shortest}`, changed, sign);
    }
    for (const text of texts) {
      if (measure.measureText(text).width <= width - 7) return text;
    }
    return '';
  }

  function draw() {
    measure.font = '12px ' + getComputedStyle(document.body).fontFamily;
    const zoom = state.zoom;
    const width = graph.clientWidth;
    const whole = fullWidth(zoom);
    const cells = [], boxes = [];
    const above = [];
    for (let n = zoom.parent; n !== null; n = n.parent) above.push(n);
    above.reverse().forEach((n, row) => cells.push({n, x: 0, width, row, around: true}));
    let top = above.length;
    const place = (n, x, row) => {
      const w = whole > 0 ? amounts[state.view](n) / whole * width : 0;
      if (w < NARROWEST && n !== zoom) return row - 1;
      cells.push({n, x, width: w, row, around: false});
      top = Math.max(top, row);
      let at = x, highest = row;
      for (const child of n.children) {
        highest = Math.max(highest, place(child, at, row + 1));
        at += whole > 0 ? amounts[state.view](child) / whole * width : 0;
      }
      if (n.frame.hot && (!n.hotBelow || n === zoom)) boxes.push({x, width: w, row, top: highest});
      return highest;
    };
    place(zoom, 0, above.length);
    const rows = document.createElement('div');
    rows.id = 'rows';
    rows.role = 'presentation';
    const height = Math.max((top + 1) * ROW + 4, graph.clientHeight);
    rows.style.height = height + 'px';
    const y = row => height - (row + 1) * ROW;
    for (const cell of cells) rows.append(element(cell, y(cell.row)));
    for (const box of boxes) {
      const div = document.createElement('div');
      div.className = 'box';
      place4(div, box.x - 1, y(box.top) - 1, Math.max(box.width, 3) + 2, (box.top - box.row + 1) * ROW + 1);
      rows.append(div);
    }
    graph.replaceChildren(rows);
    graph.scrollTop = graph.scrollHeight;
    byId('about-view').textContent = sentence(zoom);
    legend();
    byId('ruler').textContent = state.norm === 'share'
      ? `The whole width is ${show(whole)} of all.`
      : `The whole width is ${show(whole)} ${about.what} ${NORMS[state.norm]}.`;
    byId('reset').disabled = zoom === tree.root;
    select(state.selected && rows.querySelector(`[id="n${state.selected.id}"]`) ? state.selected : zoom, false);
  }

  function place4(element, x, y, width, height) {
    Object.assign(element.style, {
      left: x + 'px', top: y + 'px', width: width + 'px', height: height + 'px',
    });
  }

  function element(cell, y) {
    const n = cell.n;
    const div = document.createElement('div');
    div.id = 'n' + n.id;
    div.className = 'cell' + (n.frame.kind === 'folded' ? ' folded' : '') + (cell.around ? ' around' : '')
      + (state.found !== null && state.found(n) ? ' found' : '');
    div.role = 'treeitem';
    div.ariaLevel = String(n.depth + 1);
    div.ariaLabel = single ? `${n.frame.name}, ${show(amounts.before(n))}`
      : `${n.frame.name}, before ${show(amounts.before(n))}, after ${show(amounts.after(n))}`;
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
    for (const key of ['total', 'self']) {
      const before = cost(n[key].value[0], 0), after = cost(n[key].value[1], 1);
      add(body, single ? [key, show(before), String(n[key].samples[0])]
        : [key, show(before), show(after), change(before, after),
          String(n[key].samples[0]), String(n[key].samples[1])]);
    }
    fragment.append(name, table);
    return fragment;
  }

  function select(n, scroll) {
    const old = graph.querySelector('.selected');
    if (old !== null) {
      old.classList.remove('selected');
      old.ariaSelected = null;
    }
    state.selected = n;
    const div = byId('n' + n.id);
    if (div === null) return;
    div.classList.add('selected');
    div.ariaSelected = 'true';
    graph.setAttribute('aria-activedescendant', div.id);
    if (scroll) div.scrollIntoView({block: 'nearest'});
    byId('detail').replaceChildren(numbers(n));
  }

  function zoomTo(n) {
    state.zoom = n;
    state.selected = n;
    draw();
  }

  const nodeOf = target => {
    const cell = target.closest ? target.closest('.cell') : null;
    return cell === null ? null : tree.all[+cell.id.slice(1)];
  };

  // ---- keys and mouse ----

  function move(key) {
    const n = state.selected;
    const amount = amounts[state.view];
    const visible = c => byId('n' + c.id) !== null;
    if (key === 'Home') return tree.root;
    if (key === 'ArrowDown') return n.parent;
    if (key === 'ArrowUp') {
      const callees = n.children.filter(visible);
      return callees.length === 0 ? null : callees.reduce((a, b) => amount(b) > amount(a) ? b : a);
    }
    const own = byId('n' + n.id);
    const step = key === 'ArrowRight' ? 1 : -1;
    const row = [...graph.querySelectorAll('.cell')]
      .filter(cell => cell.style.top === own.style.top)
      .sort((a, b) => parseFloat(a.style.left) - parseFloat(b.style.left));
    const next = row[row.indexOf(own) + step];
    return next === undefined ? null : nodeOf(next);
  }

  graph.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') {
      zoomTo(state.selected);
    } else if (event.key === 'Escape') {
      if (state.zoom.parent !== null) zoomTo(outer(state.zoom));
    } else if (['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home'].includes(event.key)) {
      const next = move(event.key);
      if (next !== null) select(next, true);
    } else {
      return;
    }
    event.preventDefault();
  });

  // From a frame out to where the graph gets wider; a run of frames of one width is left at once.
  function outer(n) {
    let at = n.parent;
    while (at.parent !== null && fullWidth(at) < 1.02 * fullWidth(n)) at = at.parent;
    return at;
  }

  document.addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== byId('search')) {
      byId('search').focus();
      event.preventDefault();
    }
  });

  graph.addEventListener('click', event => {
    const n = nodeOf(event.target);
    if (n !== null) zoomTo(n);
  });

  graph.addEventListener('mousemove', event => {
    const n = nodeOf(event.target);
    const tip = byId('tip');
    tip.hidden = n === null;
    if (n === null) return;
    tip.replaceChildren(numbers(n));
    const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
    const below = event.clientY + 18;
    const fits = below + tip.offsetHeight < innerHeight;
    tip.style.left = Math.max(8, left) + 'px';
    tip.style.top = (fits ? below : event.clientY - tip.offsetHeight - 12) + 'px';
  });
  graph.addEventListener('mouseleave', () => { byId('tip').hidden = true; });
  byId('reset').addEventListener('click', () => { zoomTo(tree.root); });
  byId('controls').addEventListener('submit', event => event.preventDefault());
  byId('search').addEventListener('input', () => { search(); draw(); });
  byId('search').addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      byId('search').value = '';
      search();
      draw();
      graph.focus();
    } else if (event.key === 'Enter') {
      graph.focus();
    }
  });

  // ---- search: each stack counts once, at its outermost match ----

  function search() {
    const input = byId('search');
    const found = byId('found');
    input.ariaInvalid = null;
    state.found = null;
    found.textContent = '';
    if (input.value === '') return;
    let pattern;
    try {
      pattern = new RegExp(input.value);
    } catch (e) {
      input.ariaInvalid = 'true';
      found.textContent = 'This is no regular expression: ' + e.message;
      return;
    }
    const matching = new Set(tree.frames.filter(frame => pattern.test(frame.name)));
    state.found = n => matching.has(n.frame);
    const value = [0, 0], samples = [0, 0];
    const walk = n => {
      if (!state.found(n)) return n.children.forEach(walk);
      for (const side of [0, 1]) {
        value[side] += n.total.value[side];
        samples[side] += n.total.samples[side];
      }
    };
    walk(tree.root);
    const part = side => {
      const all = tree.root.total.value[side];
      const percent = (all === 0 ? 0 : value[side] / all * 100).toFixed(2) + ' %';
      const amount = state.norm === 'share' ? '' : `${show(cost(value[side], side))} ${NORMS[state.norm]}, `;
      return `${amount}${percent}, ${samples[side]} samples`;
    };
    found.textContent = matching.size === 0 ? 'No frame matches.'
      : `Stacks through ${matching.size} matching frames: `
        + (single ? part(0) : `before ${part(0)} · after ${part(1)}`);
  }

  // ---- what stands around the graph ----

  function choices(id, texts, key) {
    for (const [value, text] of Object.entries(texts)) {
      const label = document.createElement('label');
      const input = document.createElement('input');
      Object.assign(input, {type: 'radio', name: key, value, checked: state[key] === value});
      input.addEventListener('change', () => {
        state[key] = value;
        search();
        draw();
      });
      label.append(input, ' ' + text);
      byId(id).append(label);
    }
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
    for (const side of about.sides) {
      const div = document.createElement('div');
      const h2 = document.createElement('h2');
      h2.textContent = side.title;
      div.append(h2, ...side.captions.map(caption => {
        const p = document.createElement('p');
        p.textContent = caption;
        return p;
      }));
      byId('sides').append(div);
    }
    const rare = `frames below ${+(about.rareShare * 100).toPrecision(2)} %${single ? '' : ' on both sides'} are merged into [rare]`;
    byId('facts').textContent = [...about.facts, rare].join(' · ');
  }

  function legend() {
    const items = [['border: 2.5px solid var(--hot)', `${about.hotspot}: outermost frames and what they call`]];
    if (state.view === 'diff') {
      items.push(['background: hsl(210 75% 65%)', '▼ costs less than before'],
        ['background: hsl(28 92% 65%)', '▲ costs more'], ['background: #d9dbde', '≈ changed by less than 5 %']);
    } else {
      const used = new Set(tree.frames.map(frame => frame.kind));
      for (const [kind, title, colour] of about.kinds) {
        if (used.has(kind) && kind !== 'folded') items.push([`background: ${colour}`, title]);
      }
    }
    byId('legend').replaceChildren(...items.map(([style, text]) => {
      const li = document.createElement('li');
      const swatch = document.createElement('span');
      swatch.style.cssText = style;
      li.append(swatch, text);
      return li;
    }));
  }

  if (about.sides.some(side => side.perRequest === null)) {
    delete NORMS.request;
    state.norm = 'second';
  }
  const both = n => n.total.value.reduce((sum, value, side) => sum + cost(value, side), 0);
  for (const n of tree.all) {
    n.children.sort((a, b) => both(b) - both(a) || (a.frame.name < b.frame.name ? -1 : 1));
  }
  fill();
  choices('views', VIEWS, 'view');
  choices('norms', NORMS, 'norm');
  draw();
  new ResizeObserver(() => draw()).observe(graph);
  document.body.dataset.ready = 'true';
})();
