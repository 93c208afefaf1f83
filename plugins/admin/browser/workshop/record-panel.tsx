// The form of the open row, next to the tree. The same form as on the record's own screen.
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useMemo } from 'react'
import type { AdminSessionReply } from '../../api/shape.js'
import { RecordForm } from '../form/record-form.js'
import type { FormHost } from '../form/form-host.js'
import { recordQuery, entityShapeQuery } from '../base/queries.js'
import { FailureMessage } from '../shell/failure-message.js'
import { adoptFormStyle } from '../style/form.js'
import { t } from '../wording/text.js'

adoptFormStyle()

interface RecordPanelProps {
  readonly entity: string
  /** null for a new record. */
  readonly id: number | null
  readonly preset: Readonly<Record<string, unknown>>
  readonly session: AdminSessionReply
  readonly host: FormHost
}

const emptyPreset = {}

/** Renders again only for another record: moving through the tree by keys must not wait for a form of forty fields. */
export const RecordPanel = memo(function FormBeside({ entity, id, preset, session, host }: RecordPanelProps): ReactNode {
  const { data: shape, error } = useQuery(entityShapeQuery(entity))
  const { data: stored, error: missing, refetch } = useQuery({ ...recordQuery(entity, id ?? 0), enabled: id !== null })
  const start = useMemo(() => (id === null ? preset : emptyPreset), [id, preset])
  const failed = error ?? missing
  if (failed && !stored) return <FailureMessage error={failed} retry={() => void refetch()} />
  if (!shape || (id !== null && !stored)) return <p className="loading">{t('loading')}</p>
  return <RecordForm shape={shape} first={stored ?? null} preset={start} session={session} host={host} />
})
