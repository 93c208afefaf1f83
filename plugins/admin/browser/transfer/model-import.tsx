// Imports a product model or price table of another program as a sheet, which can then be edited and applied.
import { type ReactNode, useState } from 'react'
import { runTransferAction, ActionErrors, ResultList, useBusyState, type TransferPartProps } from './transfer-action.js'
import { queryClient, sessionQuery } from '../base/queries.js'
import { tTransfer } from './wording/transfer-text.js'

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
      <div className="field">
        <label htmlFor="model-file">{tTransfer('modelFile')}</label>
        <input
          id="model-file"
          type="file"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            setConversion(null)
          }}
        />
      </div>
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
