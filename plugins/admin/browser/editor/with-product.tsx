// Loads the product of the edited record for an editor. Without a product, the plain control is shown.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { FormContext, type FormAccess } from '../control/control-props.js'
import { t } from '../wording/text.js'
import { vocabularyQuery } from './editor-requests.js'
import { type EditorLocation, type EditorProduct, createEditorProduct } from './editor-product.js'

interface WithProductProps {
  /** Rendered without a product. */
  readonly otherwise: ReactNode
  readonly children: (product: EditorProduct) => ReactNode
}

function WithLocation({ place, otherwise, children }: WithProductProps & { readonly place: EditorLocation }): ReactNode {
  const { data, isError } = useQuery(vocabularyQuery(place))
  const { entity, owner, id } = place
  const product = useMemo(() => (data ? createEditorProduct({ entity, owner, id }, data) : null), [data, entity, owner, id])
  if (isError && !product) return otherwise
  return product ? children(product) : <p className="quiet-text">{t('loading')}</p>
}

function WithOwner({
  fields,
  owner,
  ...rest
}: WithProductProps & { readonly fields: FormAccess; readonly owner: string }): ReactNode {
  const { record } = useContext(FormContext)
  const id: unknown = useWatch({ control: fields.control, name: owner })
  if (typeof id !== 'number') return rest.otherwise
  return <WithLocation {...rest} place={{ entity: fields.entity, owner: id, id: record?.id ?? null }} />
}

export function WithProduct(props: WithProductProps): ReactNode {
  const { fields } = useContext(FormContext)
  return fields && fields.owner !== null ? <WithOwner {...props} fields={fields} owner={fields.owner} /> : props.otherwise
}
