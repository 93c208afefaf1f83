// Form control for a text with placeholders: a menu inserts them, and the server reports unknown and incomplete ones while typing.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { requestBody } from '../base/api.js'
import { Icon } from '../base/icon.js'
import { MenuButton } from '../base/menu-button.js'
import type { ControlProps } from '../control/control-props.js'
import { useDebouncedValue } from '../editor/editor-requests.js'
import { adoptNotificationStyle } from '../style/notification.js'
import { listPlaceholderGroups } from './placeholders.js'
import { tEditor } from '../editor/wording/editor-text.js'

adoptNotificationStyle()

/** Milliseconds after the last key until the check. */
const checkDelay = 350

/** Problems of the placeholders in a text. */
function useTemplateProblems(key: string, text: string): readonly string[] {
  const settled = useDebouncedValue(text, checkDelay)
  const enabled = /[{}]/.test(settled)
  const { data } = useQuery({
    queryKey: ['template-check', key, settled],
    enabled,
    queryFn: ({ signal }) =>
      requestBody<readonly string[]>('POST', 'notifications/check', { body: { texts: { [key]: settled } }, signal }),
  })
  return enabled && settled === text ? (data ?? []) : []
}

/** Remembers the cursor in a field with formatted text, which loses it when the menu opens. */
function useCursor(id: string) {
  const range = useRef<Range | null>(null)
  useEffect(() => {
    const remember = (): void => {
      const selection = getSelection()
      const editor = document.getElementById(id)
      if (selection && selection.rangeCount > 0 && editor?.contains(selection.anchorNode)) range.current = selection.getRangeAt(0)
    }
    document.addEventListener('selectionchange', remember)
    return () => document.removeEventListener('selectionchange', remember)
  }, [id])
  return range
}

interface TemplateControlProps extends ControlProps {
  /** The status that the notification is about. */
  readonly status: unknown
  /** The control of the text. */
  readonly children: ReactNode
}

export function TemplateControl(props: TemplateControlProps): ReactNode {
  const { id, field, value, label, disabled, invalid, status, children } = props
  const isHtml = field.hints['html'] === true
  const cursor = useCursor(id)
  const problems = useTemplateProblems(field.name, typeof value === 'string' ? value : '')
  const insert = (path: string): void => {
    const element = document.getElementById(id)
    element?.focus()
    if (element?.isContentEditable) {
      const selection = getSelection()
      selection?.selectAllChildren(element)
      selection?.collapseToEnd()
      if (cursor.current && element.contains(cursor.current.startContainer)) {
        selection?.removeAllRanges()
        selection?.addRange(cursor.current)
      }
    }
    // The only way to insert a text that keeps the browser's undo history.
    document.execCommand('insertText', false, `{{ ${path} }}`)
  }
  return (
    <div className={isHtml ? 'template-control' : 'template-control one-line'}>
      {children}
      {disabled !== true && (
        <MenuButton
          className="placeholder-menu"
          name={`${tEditor('mailInsert')}: ${label}`}
          label={
            <>
              <Icon name="plus" size={16} /> {tEditor('mailInsert')}
            </>
          }
          choices={listPlaceholderGroups(status, isHtml).flatMap(({ heading, placeholders }) => [
            { heading: tEditor(heading) },
            ...placeholders.map(([path, meaning]) => ({
              label: (
                <>
                  <span>{tEditor(meaning)}</span> <code>{path}</code>
                </>
              ),
              run: () => insert(path),
            })),
          ])}
        />
      )}
      <div className="template-problems" role="status">
        {/* After a refused save, the form shows the same messages. */}
        {invalid !== true && problems.length > 0 && (
          <ul className="wrong">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
