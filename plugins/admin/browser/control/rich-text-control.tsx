// Form control for formatted text: the browser's own editing with a few buttons, or its HTML source.
import { type ClipboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { LibraryPicture, LibraryEntry } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { Icon } from '../base/icon.js'
import { showErrorToast } from '../base/toasts.js'
import { t, type TextKey } from '../wording/text.js'
import { type ControlProps, toNativeAttributes } from './control-props.js'
import { lazyPart } from '../base/lazy-part.js'

const MediaDialog = lazyPart(async () => (await import('./media-browser.js')).MediaDialog)

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

interface PictureInsertProps {
  readonly id: string
  readonly onClose: () => void
  readonly onInsert: (picture: HTMLImageElement) => void
}

/** Picks a picture of the shop, then asks for its description. */
function PictureInsert({ id, onClose, onInsert }: PictureInsertProps): ReactNode {
  const [address, setAddress] = useState<string | null>(null)
  const [alt, setAlt] = useState('')
  if (address === null) {
    const pick = async ({ stored }: LibraryEntry): Promise<void> => {
      try {
        const { shopUrl } = await requestBody<LibraryPicture>('POST', `media/${encodeURIComponent(stored)}`)
        setAddress(shopUrl)
      } catch (error) {
        showErrorToast(error)
      }
    }
    return (
      <Suspense>
        <MediaDialog onClose={onClose} onPick={(picture) => void pick(picture)} />
      </Suspense>
    )
  }
  return (
    <Dialog title={t('insertPicture')} onClose={onClose}>
      <div className="field">
        <label htmlFor={`${id}-alt`}>{t('pictureAlt')}</label>
        <input
          id={`${id}-alt`}
          type="text"
          value={alt}
          aria-describedby={`${id}-alt-help`}
          onChange={(event) => setAlt(event.target.value)}
        />
        <p className="help" id={`${id}-alt-help`}>
          {t('pictureAltHelp')}
        </p>
      </div>
      <DialogFooter
        onCancel={onClose}
        action={t('pictureInsert')}
        run={() => onInsert(Object.assign(new Image(), { src: address, alt }))}
      />
    </Dialog>
  )
}

export function RichTextControl(props: ControlProps): ReactNode {
  const { id, field, value, onChange, label, language, describedBy, invalid, disabled } = props
  const [asHtml, setAsHtml] = useState(false)
  const [isPicking, setPicking] = useState(false)
  /** The picture to insert. */
  const [picture, setPicture] = useState<HTMLImageElement | null>(null)
  const editor = useRef<HTMLDivElement>(null)
  /** The cursor before the dialog of pictures opened. */
  const cursor = useRef<Range | null>(null)
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
  const pickPicture = (): void => {
    const selection = getSelection()
    const isInside = selection !== null && selection.rangeCount > 0 && editor.current?.contains(selection.anchorNode)
    cursor.current = isInside ? selection.getRangeAt(0) : null
    setPicking(true)
  }
  // The editor takes the focus only after the dialog has closed.
  useEffect(() => {
    const { current } = editor
    if (picture === null || current === null) return
    setPicture(null)
    current.focus()
    const selection = getSelection()
    selection?.selectAllChildren(current)
    selection?.collapseToEnd()
    if (cursor.current) {
      selection?.removeAllRanges()
      selection?.addRange(cursor.current)
    }
    document.execCommand('insertHTML', false, picture.outerHTML)
    tell()
  })
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
        {!asHtml && field.hints['editor'] === undefined && (
          <button
            type="button"
            className="tool picture"
            disabled={disabled}
            aria-label={t('insertPicture')}
            title={t('insertPicture')}
            onMouseDown={(event) => event.preventDefault()}
            onClick={pickPicture}
          >
            <Icon name="image" />
          </button>
        )}
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
      {isPicking && (
        <PictureInsert
          id={id}
          onClose={() => setPicking(false)}
          onInsert={(chosen) => {
            setPicking(false)
            setPicture(chosen)
          }}
        />
      )}
    </div>
  )
}
