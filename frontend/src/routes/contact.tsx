import { Contact } from '../features/contact/contact';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';

export default function ContactPage() {
  const { t } = useTranslation();
  useTitle(t('contact.title'));
  return <Contact page />;
}
