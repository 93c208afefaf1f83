// Base class of our custom elements: batched drawing, attributes as properties, and controllers tied to the element's lifecycle.
import { render, type TemplateResult } from 'lit/html.js'

/** Is notified when its element is connected, disconnected, or drawn. */
export interface ElementController {
  hostConnected?(): void
  hostDisconnected?(): void
  hostUpdated?(): void
}

/** Creates a style sheet that elements share. Works under a content security policy that forbids inline styles. */
export function css(parts: TemplateStringsArray): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(parts.join(''))
  return sheet
}

export abstract class BaseElement extends HTMLElement {
  private static reflected: readonly string[] = []

  readonly renderRoot = this.attachShadow({ mode: 'open' })
  /** Resolves when all changes so far have been drawn. */
  updateComplete: Promise<void> = Promise.resolve()
  /** True while a drawing adds and removes elements. */
  drawing = false
  private readonly controllers: ElementController[] = []
  private pending = false

  /** Defines attributes as properties: text, or a number if the default is a number. */
  protected static reflect(defaults: Readonly<Record<string, string | number>>): void {
    this.reflected = Object.keys(defaults)
    for (const [name, otherwise] of Object.entries(defaults)) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        get(this: BaseElement) {
          const text = this.getAttribute(name)
          if (text === null) return otherwise
          return typeof otherwise === 'number' ? Number(text) : text
        },
        set(this: BaseElement, value: unknown) {
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

  addController(controller: ElementController): void {
    this.controllers.push(controller)
  }

  /** Schedules one drawing, however often it is called before that. */
  requestUpdate(): void {
    if (this.pending) return
    this.pending = true
    this.updateComplete = Promise.resolve().then(() => this.draw())
  }

  protected abstract render(): TemplateResult

  /** Runs before each drawing. */
  protected willUpdate(): void {}

  /** Runs after each drawing. */
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

  /** Properties that a page set before the element was defined hide the accessors. Set them again through the accessors. */
  private takeOver(): void {
    const own = this as unknown as Record<string, unknown>
    for (const name of (this.constructor as typeof BaseElement).reflected) {
      if (!Object.hasOwn(this, name)) continue
      const value = own[name]
      delete own[name]
      own[name] = value
    }
  }
}
