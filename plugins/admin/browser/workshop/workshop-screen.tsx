// The workshop screen of a product: its tree, the form of the open row, and the configurator.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminSessionReply } from '../../api/shape.js'
import { workshopQuery } from './tree-changes.js'
import { FailureMessage } from '../shell/failure-message.js'
import { adoptWorkshopStyle } from '../style/workshop.js'
import { t } from '../wording/text.js'
import { Workshop } from './workshop.js'

adoptWorkshopStyle()

interface WorkshopScreenProps {
  readonly id: number
  readonly session: AdminSessionReply
}

export function WorkshopScreen({ id, session }: WorkshopScreenProps): ReactNode {
  const { data: tree, error, refetch } = useQuery(workshopQuery(id))
  if (error && !tree) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!tree) return <p className="loading">{t('loading')}</p>
  return <Workshop tree={tree} session={session} />
}
