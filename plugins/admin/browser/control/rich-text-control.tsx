// Form control for formatted text: the browser's own editing with a few buttons, or its HTML source.
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t, type TextKey } from '../wording/text.js'
import { type ControlProps, toNativeAttributes } from './control-props.js'

interface FormatTool {
  readonly label: TextKey
  readonly face: string
  readonly command: string
  readonly value?: string
}

const formatTools: readonly FormatTool[] = [
  { label: 'bold', face: 'B', command: 'bold' },
  { label: 'italic', face: 'I', command: 'italic' },
  { label: 'heading', face: 'H', command: 'formatBlock', value: 'h3' },
  { label: 'paragraph', face: '¶', command: 'formatBlock', value: 'p' },
  { label: 'list', face: '•', command: 'insertUnorderedList' },
  { label: 'numberedList', face: '#', command: 'insertOrderedList' },
  { label: 'plain', face: '⌫', command: 'removeFormat' },
]

const toHtmlText = (value: unknown): string => (typeof value === 'string' ? value : '')

const allowedTags: ReadonlySet<string> = new Set(
  (
    'H2 H3 H4 H5 H6 P BR HR BLOCKQUOTE PRE DIV SPAN SECTION UL OL LI DL DT DD A B STRONG I EM U S SMALL SUB SUP CODE KBD MARK ' +
    'ABBR Q CITE TIME IMG FIGURE FIGCAPTION TABLE CAPTION COLGROUP COL THEAD TBODY TFOOT TR TH TD'
  ).split(' '),
)
const allowedAttributes: ReadonlySet<string> = new Set(
  'class title lang dir href target rel src alt width height loading span colspan rowspan scope datetime'.split(' '),
)
/** Elements that are removed with their content. */
const removedElements: ReadonlySet<string> = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'SVG',
  'MATH',
])
const safeAddressPattern = /^(?:https?:|mailto:|tel:|[/#?]|[\w.%-]+(?:[/?#]|$))/i

function sanitizeElement(parent: Element): void {
  for (const element of [...parent.children]) {
    if (removedElements.has(element.tagName.toUpperCase())) {
      element.remove()
      continue
    }
    sanitizeElement(element)
    if (!allowedTags.has(element.tagName)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    for (const { name, value } of [...element.attributes]) {
      const isAddress = name === 'href' || name === 'src'
      if (!allowedAttributes.has(name) || (isAddress && !safeAddressPattern.test(value.trim()))) element.removeAttribute(name)
    }
  }
}

/** The sanitized nodes of a text, parsed in an inert document. */
function sanitizeHtml(html: string): readonly Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  sanitizeElement(body)
  return [...body.childNodes]
}

export function RichTextControl(props: ControlProps): ReactNode {
  const { id, value, onChange, label, language, describedBy, invalid, disabled } = props
  const [asHtml, setAsHtml] = useState(false)
  const editor = useRef<HTMLDivElement>(null)
  const displayedHtml = useRef<string | null>(null)
  const html = toHtmlText(value)
  useEffect(() => {
    const { current } = editor
    if (!current || displayedHtml.current === html) return
    displayedHtml.current = html
    current.replaceChildren(...sanitizeHtml(html))
  }, [html, asHtml])
  const tell = (): void => {
    const { current } = editor
    if (!current) return
    const next = current.textContent === '' && !current.querySelector('img,hr,table') ? '' : current.innerHTML
    displayedHtml.current = next
    onChange(next)
  }
  const run = ({ command, value: argument }: FormatTool): void => {
    editor.current?.focus()
    // The only way to edit formatted text that keeps the browser's undo history.
    document.execCommand(command, false, argument)
    tell()
  }
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
  }
  return (
    <div className="rich">
      <div className="rich-tools" role="group" aria-label={t('formatOf', { field: label })}>
        {!asHtml &&
          formatTools.map((tool) => (
            <button
              key={tool.label}
              type="button"
              disabled={disabled}
              aria-label={t(tool.label)}
              title={t(tool.label)}
              className={`tool ${tool.command}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(tool)}
            >
              <span aria-hidden="true">{tool.face}</span>
            </button>
          ))}
        <span className="space" />
        <button
          type="button"
          className="tool"
          aria-pressed={asHtml}
          onClick={() => {
            displayedHtml.current = null
            setAsHtml(!asHtml)
          }}
        >
          HTML
        </button>
      </div>
      {asHtml ? (
        <textarea
          {...toNativeAttributes(props)}
          rows={8}
          className="mono"
          value={html}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <div
          id={id}
          ref={editor}
          className="rich-field"
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          lang={language}
          dir="auto"
          tabIndex={0}
          contentEditable={!disabled}
          suppressContentEditableWarning
          onInput={tell}
          onPaste={paste}
          onBlur={props.onBlur}
        />
      )}
    </div>
  )
}
