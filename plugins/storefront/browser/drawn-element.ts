// The ground of our elements: one drawing for many changes, attributes as properties, and controllers that live with the element.
import { render, type TemplateResult } from 'lit/html.js'

/** Hears when its element comes to the page, leaves it, and has been drawn. */
export interface Controller {
  hostConnected?(): void
  hostDisconnected?(): void
  hostUpdated?(): void
}

/** A style sheet, shared by every element that adopts it: a page's policy need not allow inline styles. */
export function css(parts: TemplateStringsArray): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(parts.join(''))
  return sheet
}

export abstract class DrawnElement extends HTMLElement {
  private static reflected: readonly string[] = []

  readonly renderRoot = this.attachShadow({ mode: 'open' })
  /** When all that was changed until now has been drawn. */
  updateComplete: Promise<void> = Promise.resolve()
  /** While elements come and go by our own hand. */
  drawing = false
  private readonly controllers: Controller[] = []
  private pending = false

  /** Makes attributes properties too: a text, or a number where the default is one. */
  protected static reflect(defaults: Readonly<Record<string, string | number>>): void {
    this.reflected = Object.keys(defaults)
    for (const [name, otherwise] of Object.entries(defaults)) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        get(this: DrawnElement) {
          const text = this.getAttribute(name)
          if (text === null) return otherwise
          return typeof otherwise === 'number' ? Number(text) : text
        },
        set(this: DrawnElement, value: unknown) {
          this.setAttribute(name, String(value ?? ''))
        },
      })
    }
  }

  connectedCallback(): void {
    this.takeOver()
    for (const controller of this.controllers) controller.hostConnected?.()
    this.requestUpdate()
  }

  disconnectedCallback(): void {
    for (const controller of this.controllers) controller.hostDisconnected?.()
  }

  addController(controller: Controller): void {
    this.controllers.push(controller)
  }

  /** Draws once, however often it is asked before. */
  requestUpdate(): void {
    if (this.pending) return
    this.pending = true
    this.updateComplete = Promise.resolve().then(() => this.draw())
  }

  protected abstract render(): TemplateResult

  /** Before each drawing. */
  protected willUpdate(): void {}

  /** After each drawing. */
  protected updated(): void {}

  private draw(): void {
    try {
      this.willUpdate()
      this.drawing = true
      render(this.render(), this.renderRoot, { host: this })
    } finally {
      this.drawing = false
      this.pending = false
    }
    for (const controller of this.controllers) controller.hostUpdated?.()
    this.updated()
  }

  /** What a page has set before the script came hides the properties. */
  private takeOver(): void {
    const own = this as unknown as Record<string, unknown>
    for (const name of (this.constructor as typeof DrawnElement).reflected) {
      if (!Object.hasOwn(this, name)) continue
      const value = own[name]
      delete own[name]
      own[name] = value
    }
  }
}
