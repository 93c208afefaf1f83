// The audit trail: changes with author, time, old and new values, for all records or a single one.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Trail } from '../../api/screen-shape.js'
import { toRecordPath } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { Link, useRoute, useWindowTitle } from '../base/routing.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { adoptSystemStyle } from '../style/system.js'
import { DataTable } from '../table/table-screen.js'
import { formatTime, formatStoredText, t } from '../wording/text.js'

adoptFormStyle()
adoptListStyle()
adoptSystemStyle()

type Entry = Trail['entries'][number]

const changeTextKeys = { create: 'actionCreate', change: 'actionChange', delete: 'actionDelete' } as const

const formatTrailValue = (value: unknown): string =>
  value === null || value === '' ? t('emptyValue') : typeof value === 'string' ? formatStoredText(value) : JSON.stringify(value)

interface ChangesProps extends Pick<Entry, 'changes'> {
  readonly labels: Trail['labels'][string] | undefined
}

/** `title_de_DE` becomes the label of the title with its language. */
function findFieldLabel(labels: ChangesProps['labels'], key: string): string {
  const [, name = key, tag] = /^(.+)_([a-z]{2,3}_[A-Z]{2})$/.exec(key) ?? []
  const own = labels?.fields[key]
  if (own !== undefined) return own
  const label = labels?.fields[name]
  return label === undefined ? key : tag === undefined ? label : `${label} (${tag.replace('_', '-')})`
}

function Changes({ changes, labels }: ChangesProps): ReactNode {
  const fields = Object.entries(changes).map(([key, values]) => [findFieldLabel(labels, key), values] as const)
  if (fields.length === 0) return null
  return (
    <details className="trail">
      <summary>{fields.map(([name]) => name).join(', ')}</summary>
      <dl>
        {fields.map(([name, values]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {values === null ? (
                <span className="quiet-text">{t('notKept')}</span>
              ) : (
                <>
                  <del>{formatTrailValue(values[0])}</del> <span className="turns">→</span>{' '}
                  <ins>{formatTrailValue(values[1])}</ins>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

export function TrailScreen(): ReactNode {
  useWindowTitle(t('trail'))
  const { query } = useRoute()
  const of = new URLSearchParams(query)
  const [entity, record] = [of.get('entity'), of.get('record')]
  const [before, setBefore] = useState<number | null>(null)
  const parameters = new URLSearchParams({
    ...(entity !== null && { entity }),
    ...(record !== null && { record }),
    ...(before !== null && { before: String(before) }),
  })
  const { data, error, refetch } = useQuery({
    queryKey: ['trail', parameters.toString()],
    queryFn: ({ signal }) => requestBody<Trail>('GET', `trail?${parameters.toString()}`, { signal }),
  })
  if (!data) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  const called = (name: string, id: number | string | null): string =>
    `${data.labels[name]?.label ?? name}${id === null ? '' : ` ${id}`}`
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{t('trail')}</h1>
      </header>
      <p className="lead">{data.days === 0 ? t('trailOff') : t('trailLead', { days: data.days })}</p>
      {entity !== null && (
        <p className="lead">
          <Link to={record === null ? `records/${entity}` : toRecordPath(entity, Number(record))}>{called(entity, record)}</Link>{' '}
          · <Link to="trail">{t('clearFilters')}</Link>
        </p>
      )}
      <DataTable<Entry>
        label={t('trail')}
        rows={data.entries}
        keyOf={({ id }) => id}
        head={{ label: t('when'), cell: ({ at }) => formatTime(at) }}
        columns={[
          { label: t('who'), cell: ({ who: actorName }) => actorName },
          { label: t('action'), cell: ({ action }) => t(changeTextKeys[action]) },
          {
            label: t('record'),
            cell: ({ entity: name, record: id, action }) =>
              action === 'delete' ? called(name, id) : <Link to={toRecordPath(name, id)}>{called(name, id)}</Link>,
          },
          { label: t('changes'), cell: ({ changes, entity: name }) => <Changes changes={changes} labels={data.labels[name]} /> },
        ]}
        empty={t('trailEmpty')}
      />
      <nav className="pager" aria-label={t('pages')}>
        {before !== null && (
          <button type="button" onClick={() => setBefore(null)}>
            {t('newest')}
          </button>
        )}
        {data.entries.length === 50 && (
          <button type="button" onClick={() => setBefore(data.entries.at(-1)!.id)}>
            {t('older')}
          </button>
        )}
      </nav>
    </div>
  )
}
