import { lazy, Suspense } from 'react';
import { useTranslation } from '../../i18n';
import { needSections } from '../../sections';
import { applyWholeStyle } from '../../style';
import { Button } from '../../ui/button';

/** The form, whose code comes with the first one that is opened. */
const Form = lazy(async () => {
  const code = import('../../later').then((module) => module.TellMeForm);
  const [form] = await Promise.all([code, needSections(['finding']), applyWholeStyle()]);
  return { default: form };
});

type Props = {
  variantId: string;
  title: string;
  /** Whether the form is open. */
  open: boolean;
  onOpen: () => void;
};

/** Offers one mail when what is sold out can be had again. */
export function TellMe({ variantId, title, open, onOpen }: Props) {
  const { t } = useTranslation();
  if (!open) {
    return (
      <Button block onClick={onOpen}>
        {t('stock.tell_me')}
      </Button>
    );
  }
  return (
    <Suspense>
      <Form variantId={variantId} title={title} />
    </Suspense>
  );
}
