// A strip of the whole text on which the mentions of a chain are marks, and the arrow to an antecedent.

class Strip {
  constructor(signs, goTo) {
    this.signs = signs;
    [this.canvas, this.window] = byId("strip").children;
    this.pen = this.canvas.getContext("2d");
    this.chain = -1;
    this.shares = [];
    this.canvas.addEventListener("click", (event) => {
      if (!this.text || !this.text.size) return;
      const share = event.offsetY / this.canvas.clientHeight;
      const members = this.chain < 0 ? null : this.text.members[this.chain];
      goTo(share, members && nearest(this.text, members, share));
    });
    // The marks are drawn when they change; scrolling only moves the window.
    this._draw = onceAFrame(() => this.draw());
    addEventListener("scroll", onceAFrame(() => this.move()), { passive: true });
    addEventListener("resize", this._draw);
  }

  show(text, chain, at) {
    Object.assign(this, { text, chain, at });
    this._draw();
  }

  /** Shows these places, from 0 to 1, while no chain is shown. */
  places(shares) {
    this.shares = shares;
    this._draw();
  }

  later() {
    this._draw();
  }

  move() {
    const { top, height } = this.text.article.getBoundingClientRect();
    const whole = this.canvas.clientHeight;
    if (!height) return;
    const from = Math.min(Math.max(-top / height, 0), 1), to = Math.min((innerHeight - top) / height, 1);
    this.window.style.transform = `translateY(${from * whole}px) scaleY(${Math.max((to - from) * whole, 3)})`;
  }

  draw() {
    const { canvas, pen, text } = this;
    const width = canvas.clientWidth, height = canvas.clientHeight, scale = devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    if (!text) return;
    this.move();
    const style = getComputedStyle(document.documentElement);
    pen.fillStyle = style.getPropertyValue(this.chain < 0 ? "--accent" : `--k${this.chain % this.signs.colours}`);
    let last = -1;
    for (const share of this.chain < 0 ? this.shares : text.members[this.chain].map((i) => text.share(i))) {
      const y = Math.round(share * height * 2) / 2;
      if (y !== last) pen.fillRect(3, Math.min(y, height - 2), width - 6, 1.5);
      last = y;
    }
    if (this.chain >= 0 && this.at >= 0) {
      pen.fillStyle = style.getPropertyValue("--ink");
      pen.fillRect(0, Math.min(text.share(this.at) * height, height - 3), width, 3);
    }
  }
}

/** The member of a chain that is nearest to a place in the text. */
function nearest(text, members, share) {
  let best = members[0];
  for (const i of members) if (Math.abs(text.share(i) - share) < Math.abs(text.share(best) - share)) best = i;
  return best;
}

class Arrow {
  constructor() {
    this.picture = byId("arrow");
    this.line = byId("line");
    const draw = onceAFrame(() => this.draw());
    addEventListener("resize", draw);
    addEventListener("scroll", draw, { passive: true });
  }

  show(from, to, below) {
    Object.assign(this, { from, to, below });
    this.draw();
  }

  draw() {
    if (!this.from) {
      this.line.setAttribute("d", "");
      return;
    }
    const frame = this.picture.getBoundingClientRect();
    const a = this.from.getClientRects()[0];
    if (!a) return;
    const x1 = a.left + Math.min(a.width / 2, 40) - frame.left, y1 = a.top - frame.top + 2;
    let b = this.to && this.to.getClientRects()[0];
    if (b && (b.bottom < -200 || b.top > innerHeight + 200)) b = null;
    const x2 = b ? b.left + Math.min(b.width / 2, 40) - frame.left : x1 + 30;
    const away = this.below ? innerHeight - frame.top - 8 : -frame.top + 64;
    const y2 = b ? b.top - frame.top + 2 : away;
    const near = Math.abs(y2 - y1) < 30;
    const bend = near ? -18 - Math.min(30, Math.abs(x2 - x1) / 8) : 0;
    const path = near
      ? `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 + bend} ${x2} ${y2}`
      : `M${x1} ${y1}C${x1} ${y1 - (y1 - y2) * 0.35} ${x2} ${(b && y2 < y1 ? b.bottom - frame.top : y2) + (y1 - y2) * 0.35} ${x2} ${b && y2 < y1 ? b.bottom - frame.top + 1 : y2}`;
    this.line.setAttribute("d", path);
  }
}
