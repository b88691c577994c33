import Anvil from 'lucide-react/icons/anvil';
import Droplets from 'lucide-react/icons/droplets';
import Hammer from 'lucide-react/icons/hammer';
import KeyRound from 'lucide-react/icons/key-round';
import PaintRoller from 'lucide-react/icons/paint-roller';
import Snowflake from 'lucide-react/icons/snowflake';
import Truck from 'lucide-react/icons/truck';
import Zap from 'lucide-react/icons/zap';
import { useTranslation } from '../../i18n';

const services = [
  { key: 'locksmith', Icon: KeyRound, emergency: true },
  { key: 'electrician', Icon: Zap, emergency: true },
  { key: 'refrigeration', Icon: Snowflake, emergency: true },
  { key: 'plumber', Icon: Droplets, emergency: true },
  { key: 'blacksmith', Icon: Anvil, emergency: false },
  { key: 'carpenter', Icon: Hammer, emergency: false },
  { key: 'painter', Icon: PaintRoller, emergency: false },
  { key: 'removals', Icon: Truck, emergency: false },
];

export function Services() {
  const { t } = useTranslation();
  return (
    <section className="page section" id="servicios" aria-labelledby="services-title">
      <h2 className="section__title" id="services-title">
        {t('services.title')}
      </h2>
      <ul className="services">
        {services.map(({ key, Icon, emergency }) => (
          <li className="service" key={key}>
            <Icon aria-hidden="true" />
            <h3>{t(`services.${key}.title`)}</h3>
            <p>{t(`services.${key}.text`)}</p>
            {emergency && <p className="service__mark">{t('services.around_the_clock')}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
