// A button with a drop-down menu. Arrow keys move in it, Escape closes it.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

export interface MenuItem {
  readonly label: ReactNode
  readonly run: () => void
  readonly checked?: boolean
  readonly destructive?: boolean
}

interface MenuButtonProps {
  readonly label: ReactNode
  readonly name?: string
  readonly choices: readonly (MenuItem | { readonly heading: string } | null)[]
  readonly className?: string
}

export function MenuButton({ label, name, choices, className = '' }: MenuButtonProps): ReactNode {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const items = (): readonly HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  useEffect(() => {
    if (!open) return
    items()[0]?.focus()
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('pointerdown', outside)
    addEventListener('focusin', outside)
    return () => {
      removeEventListener('pointerdown', outside)
      removeEventListener('focusin', outside)
    }
  }, [open])
  const leave = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const walk = (event: KeyboardEvent): void => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const step: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }
    const next = step[event.key]
    if (event.key === 'Escape') leave()
    else if (next === undefined) return
    else all[(next + all.length) % all.length]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={`menu-button-box ${className}`} ref={box}>
      <button
        type="button"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={name}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {label}
      </button>
      {open && (
        <div className="popup" role="menu" id={id} onKeyDown={walk} tabIndex={-1}>
          {choices.map((choice, at) =>
            choice === null ? null : 'heading' in choice ? (
              <p key={at} className="popup-heading" role="presentation">
                {choice.heading}
              </p>
            ) : (
              <button
                key={at}
                type="button"
                role={choice.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
                aria-checked={choice.checked}
                className={choice.destructive ? 'destructive' : undefined}
                tabIndex={-1}
                onClick={() => {
                  leave()
                  choice.run()
                }}
              >
                {choice.label}
              </button>
            ),
          )}
        </div>
      )}
    </div>
  )
}
