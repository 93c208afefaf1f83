// Shows the same work as REST calls: curl commands that read the record and apply the form's changes.
import { type ReactNode, useState } from 'react'
import { Dialog } from '../base/dialog.js'
import { t } from '../wording/text.js'
import type { FormValues } from './form-values.js'

interface ApiCallDialogProps {
  /** Base address of the REST API: `https://shop.example/svc-api/v1`. */
  readonly rest: string
  readonly entity: string
  readonly id: number | null
  readonly body: FormValues
  readonly onClose: () => void
}

/** Quotes a text for the shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function formatCurlCommand(method: string, url: string, body?: FormValues): string {
  const lines = [`curl -X ${method} ${quoteForShell(url)}`, `-H "Authorization: Bearer $SVC_TOKEN"`]
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoteForShell(JSON.stringify(body, null, 2))}`)
  return lines.join(' \\\n  ')
}

function CurlCommand({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
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

export function ApiCallDialog({ rest, entity, id, body, onClose }: ApiCallDialogProps): ReactNode {
  const collection = `${rest}/${entity}`
  const hasBody = Object.keys(body).length > 0
  return (
    <Dialog title={t('apiCall')} onClose={onClose} wide>
      <p>{t('apiCallLead')}</p>
      {id === null ? (
        <CurlCommand title={t('apiCreate')} text={formatCurlCommand('POST', collection, body)} />
      ) : (
        <>
          <CurlCommand title={t('apiRead')} text={formatCurlCommand('GET', `${collection}/${id}`)} />
          {hasBody && <CurlCommand title={t('apiChange')} text={formatCurlCommand('PATCH', `${collection}/${id}`, body)} />}
        </>
      )}
    </Dialog>
  )
}
