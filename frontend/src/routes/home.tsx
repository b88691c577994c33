import { useEffect } from 'react';
import { SentQuote } from '../features/contact/sent-quote';
import { Hero } from '../features/home/hero';
import { homeSections } from '../features/home/later';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { hurry } from '../late-part';

export default function Home() {
  const { t, lang, i18n } = useTranslation();
  useTitle(t('home.title'));
  useEffect(() => {
    if (lang !== i18n.first.lang) hurry();
  }, [lang, i18n]);
  return (
    <>
      <SentQuote />
      <Hero />
      <homeSections.Part />
    </>
  );
}
