// Imports of a variant table, and of a model of another program.
import { type ReactNode, useState } from 'react'
import { FileDrop } from '../control/file-control.js'
import { RecordPicker } from '../control/record-picker.js'
import { currentLanguage } from '../wording/text.js'
import {
  runTransferAction,
  ActionErrors,
  ResultList,
  useBusyState,
  type TransferPartProps,
  tTransfer,
} from './transfer-action.js'
import { queryClient, sessionQuery } from '../base/queries.js'

interface TableImportReply {
  readonly name: string
  readonly rows: number
  readonly columns: readonly string[]
  readonly findings?: readonly { readonly message: string }[]
  readonly dry_run?: true
}

/** Imports a variant table pasted from a spreadsheet: preview and save. */
export function VariantTableImport({ mayWrite }: TransferPartProps): ReactNode {
  const [product, setProduct] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [mode, setMode] = useState<'allow' | 'forbid'>('allow')
  const [csv, setCsv] = useState('')
  const [importReply, setImportReply] = useState<TableImportReply | null>(null)
  const { busy, failure, run } = useBusyState()
  const isReady = product !== null && name.trim() !== '' && csv.trim() !== ''
  const send = (dry: boolean): void =>
    void run(async () => {
      if (!isReady) return
      setImportReply(null)
      const input = { product_id: product, name, mode, csv, language: currentLanguage.get(), ...(dry && { dry_run: true }) }
      setImportReply(await runTransferAction<TableImportReply>('import-table', input))
    })
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setImportReply(null)
    }
  return (
    <section className="card" aria-labelledby="table-title">
      <h2 id="table-title">{tTransfer('table')}</h2>
      <div className="field">
        <label htmlFor="table-product">{tTransfer('product')}</label>
        <RecordPicker id="table-product" entity="product" value={product} onChange={changing(setProduct)} />
      </div>
      <div className="field">
        <label htmlFor="table-name">{tTransfer('tableName')}</label>
        <input id="table-name" value={name} autoComplete="off" onChange={(event) => changing(setName)(event.target.value)} />
      </div>
      <div className="field">
        <label htmlFor="table-mode">{tTransfer('tableMode')}</label>
        <select
          id="table-mode"
          value={mode}
          onChange={(event) => changing(setMode)(event.target.value === 'forbid' ? 'forbid' : 'allow')}
        >
          <option value="allow">{tTransfer('allow')}</option>
          <option value="forbid">{tTransfer('forbid')}</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor="table-text">{tTransfer('tableText')}</label>
        <textarea
          id="table-text"
          className="code"
          spellCheck={false}
          rows={10}
          value={csv}
          aria-describedby="table-help"
          onChange={(event) => changing(setCsv)(event.target.value)}
        />
        <p className="help" id="table-help">
          {tTransfer('tableHelp')}
        </p>
      </div>
      <ActionErrors failure={failure} />
      {mayWrite && (
        <div className="buttons">
          <button type="button" className="primary" aria-disabled={busy || !isReady} onClick={() => send(true)}>
            {tTransfer('plan')}
          </button>
          {importReply?.dry_run && (
            <button type="button" className="danger" aria-disabled={busy} onClick={() => send(false)}>
              {tTransfer('write')}
            </button>
          )}
        </div>
      )}
      <div role="status">
        {importReply && (
          <>
            <p>
              {tTransfer(importReply.dry_run ? 'tableWould' : 'tableDone', {
                name: importReply.name,
                rows: importReply.rows,
                columns: importReply.columns.join(', '),
              })}
            </p>
            <ResultList title={tTransfer('notices')} lines={(importReply.findings ?? []).map(({ message }) => message)} />
          </>
        )}
      </div>
    </section>
  )
}

interface ModelConversion {
  readonly format: keyof typeof formatNames
  readonly counts: Readonly<Partial<Record<keyof typeof partCounts, number>>>
  readonly findings: readonly { readonly message: string }[]
  readonly sheet: string
}

/** Options that a file leaves open. The server's error asks for the missing option. Each choice has its label. */
const modelOptions = {
  lookup: { nextHigher: 'lookupHigher', nextLower: 'lookupLower', exact: 'lookupExact' },
  decimal: { comma: 'decimalComma', point: 'decimalPoint' },
  duplicates: { first: 'duplicateFirst', last: 'duplicateLast', lowest: 'duplicateLowest', highest: 'duplicateHighest' },
} as const
type ModelOption = keyof typeof modelOptions

/** The formats that have a name of their own in each language. */
const formatNames = {
  featureide: 'formatFeatureIde',
  sxfm: 'formatSxfm',
  uvl: 'formatUvl',
  shopify: 'formatShopify',
  woocommerce: 'formatWooCommerce',
  matrix: 'formatMatrix',
} as const

const partCounts = {
  features: 'countFeatures',
  constraints: 'countConstraints',
  questions: 'countQuestions',
  answers: 'countAnswers',
  answers_with_rules: 'countAnswersWithRules',
  variants: 'countVariants',
  variant_tables: 'countVariantTables',
  matrices: 'countMatrices',
  prices: 'countPrices',
} as const

/** The bytes of a file as Base64. */
async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

/** Imports a product model or price table of another program as a sheet, which can then be edited and applied. */
export function ModelImport({ onSheet, mayWrite }: TransferPartProps): ReactNode {
  const [file, setFile] = useState<File | null>(null)
  const [title, setTitle] = useState('')
  const [product, setProduct] = useState('')
  const [chosen, setChosen] = useState<Readonly<Partial<Record<ModelOption | 'language', string>>>>({})
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const [conversion, setConversion] = useState<ModelConversion | null>(null)
  const { busy, failure, run } = useBusyState()
  const read = (): void =>
    void run(async () => {
      if (!file) return
      setConversion(null)
      const entries = Object.entries({ title: title.trim(), product: product.trim(), ...chosen }).filter(
        ([, value]) => value !== '',
      )
      setConversion(
        await runTransferAction<ModelConversion>('import-model', {
          content: await readBase64(file),
          name: file.name,
          ...Object.fromEntries(entries),
        }),
      )
    })
  return (
    <section className="card" aria-labelledby="model-title">
      <h2 id="model-title">{tTransfer('model')}</h2>
      <FileDrop
        id="model-file"
        label={tTransfer('modelFile')}
        name={file?.name ?? null}
        onFile={(chosenFile) => {
          setFile(chosenFile)
          setConversion(null)
        }}
      />
      <div className="field">
        <label htmlFor="model-name">{tTransfer('modelTitle')}</label>
        <input
          id="model-name"
          value={title}
          autoComplete="off"
          placeholder={tTransfer('optional')}
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor="model-product">{tTransfer('modelProduct')}</label>
        <input
          id="model-product"
          value={product}
          autoComplete="off"
          placeholder={tTransfer('modelProductHelp')}
          onChange={(event) => setProduct(event.target.value)}
        />
      </div>
      {(Object.keys(modelOptions) as ModelOption[]).map((name) => (
        <div className="field" key={name}>
          <label htmlFor={`model-${name}`}>{tTransfer(name)}</label>
          <select
            id={`model-${name}`}
            value={chosen[name] ?? ''}
            onChange={(event) => setChosen({ ...chosen, [name]: event.target.value })}
          >
            <option value="">{tTransfer('asTheFileSays')}</option>
            {Object.entries(modelOptions[name]).map(([value, text]) => (
              <option key={value} value={value}>
                {tTransfer(text)}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div className="field">
        <label htmlFor="model-language">{tTransfer('numberLanguage')}</label>
        <select
          id="model-language"
          value={chosen.language ?? ''}
          onChange={(event) => setChosen({ ...chosen, language: event.target.value })}
        >
          <option value="">{tTransfer('asTheFileSays')}</option>
          {session?.languages.map(({ tag, label }) => (
            <option key={tag} value={tag}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <ActionErrors failure={failure} />
      <div className="buttons">
        <button type="button" className="primary" aria-disabled={busy || file === null} onClick={read}>
          {tTransfer('readModel')}
        </button>
      </div>
      <div role="status">
        {conversion && (
          <>
            <p>
              {tTransfer('modelRead', {
                format: tTransfer(formatNames[conversion.format]),
                counts: Object.entries(partCounts)
                  .map(([part, text]) => [text, conversion.counts[part as keyof typeof partCounts] ?? 0] as const)
                  .filter(([, count]) => count > 0)
                  .map(([text, count]) => tTransfer(text, { count }))
                  .join(', '),
              })}
            </p>
            <ResultList title={tTransfer('notices')} lines={conversion.findings.map(({ message }) => message)} />
          </>
        )}
      </div>
      {conversion && mayWrite && (
        <div className="buttons">
          <button type="button" onClick={() => onSheet(conversion.sheet)}>
            {tTransfer('toSheet')}
          </button>
        </div>
      )}
    </section>
  )
}
