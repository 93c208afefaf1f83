// Shows the same work as REST calls: curl commands that read the record and apply the form's changes.
import { type ReactNode, useState } from 'react'
import { Dialog } from '../ground/dialog.js'
import { t } from '../wording/text.js'
import type { Values } from './values.js'

interface ApiCallProps {
  /** Base address of the REST API: `https://shop.example/svc-api/v1`. */
  readonly rest: string
  readonly entity: string
  readonly id: number | null
  readonly body: Values
  readonly onClose: () => void
}

/** Quotes a text for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function curl(method: string, url: string, body?: Values): string {
  const lines = [`curl -X ${method} ${quoted(url)}`, `-H "Authorization: Bearer $SVC_TOKEN"`]
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`)
  return lines.join(' \\\n  ')
}

function Call({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  return (
    <section className="api-call">
      <header>
        <h3>{title}</h3>
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {copied ? t('copied') : t('copy')}
        </button>
      </header>
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}

export function ApiCall({ rest, entity, id, body, onClose }: ApiCallProps): ReactNode {
  const collection = `${rest}/${entity}`
  const hasBody = Object.keys(body).length > 0
  return (
    <Dialog title={t('apiCall')} onClose={onClose} wide>
      <p>{t('apiCallLead')}</p>
      {id === null ? (
        <Call title={t('apiCreate')} text={curl('POST', collection, body)} />
      ) : (
        <>
          <Call title={t('apiRead')} text={curl('GET', `${collection}/${id}`)} />
          {hasBody && <Call title={t('apiChange')} text={curl('PATCH', `${collection}/${id}`, body)} />}
        </>
      )}
    </Dialog>
  )
}
