// Opens and closes the confirmation dialog, and restores the focus if the focused control was removed by a change.
import type { BaseElement } from '../base-element.js'

const controlSelector = 'input:not([tabindex="-1"]), select, textarea, button'
const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

export class FocusKeeper {
  /** The focused element, even after it was removed from the page; null if the shopper moved the focus elsewhere. */
  private last: HTMLElement | null = null
  /** The element that had the focus before the dialog opened. */
  private before: HTMLElement | null = null
  private block: string | null = null
  private listening = false

  constructor(private readonly host: BaseElement) {}

  private listen(root: ShadowRoot): void {
    this.listening = true
    this.trackFocus(root.activeElement)
    root.addEventListener('focusin', ({ target }) => this.trackFocus(target))
    root.addEventListener('focusout', ({ target }) => {
      // Some browsers also fire this event for an element that is being removed.
      if (!this.host.drawing && target instanceof HTMLElement && isUsable(target)) this.last = null
    })
  }

  private trackFocus(focused: EventTarget | null): void {
    if (!(focused instanceof HTMLElement) || focused.closest('dialog')) return
    this.last = focused
    this.block = focused.closest('[data-question]')?.id ?? null
  }

  /** Runs after each drawing. `asking`: the dialog must be open. */
  update(asking: boolean): void {
    const root = this.host.renderRoot
    if (!this.listening) this.listen(root)
    const dialog = root.querySelector('dialog')
    if (asking) {
      if (!dialog || dialog.open) return
      this.before = this.last
      dialog.showModal()
      return
    }
    if (dialog?.open === true) {
      dialog.close()
      if (root.activeElement === null) this.restore(root, this.before)
    } else if (this.last !== null && !isUsable(this.last)) this.restore(root, this.last)
  }

  private restore(root: ShadowRoot, focusTarget: HTMLElement | null): void {
    this.last = null
    // The shopper has moved to another part of the page: leave the focus there.
    if (document.activeElement !== document.body && document.activeElement !== this.host) return
    const block = this.block === null ? null : root.getElementById(this.block)
    const near = block?.querySelector<HTMLElement>(`:is(${controlSelector}):enabled`) ?? this.nearest(root)
    ;(focusTarget !== null && isUsable(focusTarget) ? focusTarget : near)?.focus()
  }

  /** The first visible control, for a question that has disappeared with the focus. */
  private nearest(root: ShadowRoot): HTMLElement | null {
    const all = [...root.querySelectorAll<HTMLElement>(`[data-question] :is(${controlSelector}):enabled`)]
    return all.find((element) => element.getBoundingClientRect().bottom > 0) ?? all[0] ?? null
  }
}
