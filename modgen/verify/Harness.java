// Loads a VASSAL module and each of its set-ups in the engine, without hands, and prints what the
// engine complains of. Called by `modgen verify`; one line of output is one fact, split at tabs:
//   LOADED name version | COMPLAINT phase source text | IMAGE name | DONE
//   SETUP name pieces decks, and for each map that has some, MAP set-up map pieces decks,
//   and for each place with like pieces, AT set-up place piece number, in the engine's own names
// With a log as second argument it replays the log instead of starting the set-ups:
//   STEP number, and for each point that the step changed, POINT map x y piles: the ids of the
//   pieces in each stack or deck, bottom first, with commas; piles of one point with semicolons
//   and for each piece that it changed, PIECE id name state, or GONE id; and for each global
//   property, PROPERTY container name value. In these three, tabs and line ends are \t and \n
// It ends when its standard input does, so that it never outlives the command that started it.
// Everything of VASSAL is reached through its public interface.

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.GameState;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.ModuleExtension;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.WizardSupport;
import VASSAL.build.module.properties.MutableProperty;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.i18n.Localization;
import VASSAL.i18n.Resources;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.ErrorDialog;
import VASSAL.tools.bug.BugHandler;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Toolkit;
import java.awt.event.WindowEvent;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.swing.AbstractButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenuBar;
import javax.swing.JOptionPane;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import org.slf4j.LoggerFactory;

public class Harness {
  static PrintStream out;
  static volatile String phase = "load";
  /** How long to wait for what is being drawn, in milliseconds. */
  static final int DRAWING = 50;
  static final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

  static synchronized void say(String... parts) {
    final StringBuilder line = new StringBuilder();
    for (final String part : parts) {
      if (line.length() > 0) line.append('\t');
      line.append(part == null ? "" : part.replaceAll("\\s+", " ").strip());
    }
    out.println(line);
    out.flush();
  }

  static void complain(String source, String text) {
    complaints.add(text);
    say("COMPLAINT", phase, source, text);
  }

  public static void main(String[] args) throws Exception {
    out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    endWithCaller();
    listen();
    try {
      load(args[0]);
      images();
      if (args.length > 1) replay(new File(args[1]));
      else playAll(setups());
    }
    catch (Throwable problem) {
      Throwable root = problem;
      while (root.getCause() != null) root = root.getCause();
      complain(root.getClass().getSimpleName(), String.valueOf(root.getMessage()));
    }
    say("DONE");
    Runtime.getRuntime().halt(0);
  }

  static void endWithCaller() {
    final Thread watch = new Thread(() -> {
      try {
        while (System.in.read() >= 0);
      }
      catch (IOException gone) {
        // The same as its end.
      }
      Runtime.getRuntime().halt(3);
    });
    watch.setDaemon(true);
    watch.start();
  }

  /** Hear the log, bugs, and dialogs; answer dialogs so that nothing waits for a person. */
  static void listen() {
    final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    final AppenderBase<ILoggingEvent> ear = new AppenderBase<>() {
      @Override
      protected void append(ILoggingEvent event) {
        if (!event.getLevel().isGreaterOrEqual(Level.WARN)) return;
        final String more = event.getThrowableProxy() == null ? ""
          : " " + event.getThrowableProxy().getClassName() + ": " + event.getThrowableProxy().getMessage();
        complain(event.getLoggerName(), event.getFormattedMessage() + more);
      }
    };
    ear.setContext(context);
    ear.start();
    context.getLogger("ROOT").addAppender(ear);
    ErrorDialog.addBugHandler(new BugHandler() {
      @Override
      public boolean accept(Throwable thrown) {
        return true;
      }

      @Override
      public void handle(Throwable thrown) {
        complain("bug", thrown.toString());
      }
    });
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> complain("uncaught", thrown.toString()));
    Toolkit.getDefaultToolkit().addAWTEventListener(event -> {
      if (event.getID() != WindowEvent.WINDOW_OPENED || !(event.getSource() instanceof Dialog)) return;
      final Dialog dialog = (Dialog) event.getSource();
      if (!dialog.isModal()) return;
      complain("dialog", dialog.getTitle() + ": " + labels(dialog));
      SwingUtilities.invokeLater(() -> answer(dialog));
    }, AWTEvent.WINDOW_EVENT_MASK);
  }

  static String labels(Container container) {
    final StringBuilder found = new StringBuilder();
    for (final Component part : container.getComponents()) {
      if (part instanceof JLabel && ((JLabel) part).getText() != null) found.append(((JLabel) part).getText()).append(' ');
      if (part instanceof JTextComponent) found.append(((JTextComponent) part).getText()).append(' ');
      if (part instanceof Container) found.append(labels((Container) part));
    }
    return found.toString();
  }

  static void answer(Container container) {
    for (final Component part : container.getComponents()) {
      if (part instanceof JOptionPane) ((JOptionPane) part).setValue(JOptionPane.OK_OPTION);
      else if (part instanceof Container) answer((Container) part);
    }
    if (container instanceof Dialog) container.setVisible(false);
  }

  static class Menus extends MenuManager {
    private final MenuBarProxy bar = new MenuBarProxy();

    @Override
    public JMenuBar getMenuBarFor(JFrame frame) {
      return bar.createPeer();
    }

    @Override
    public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
      return bar;
    }
  }

  /** What the engine says in the chat when all is well: its greeting, and that a game loads. */
  static final String[] NEWS = {
    "BasicModule.version_message", "GameState.loading", "GameState.loaded",
    "ExtensionsLoader.extension_loaded"
  };

  static boolean isNews(String text) {
    for (final String key : NEWS) {
      final String[] parts = Resources.getString(key, "\0", "\0").split("\0", -1);
      for (final String news : List.of(text, text.replaceFirst("^!", ""))) {
        int at = news.startsWith(parts[0]) ? 0 : -1;
        for (final String part : parts) at = at < 0 ? at : news.indexOf(part, at);
        if (at >= 0) return true;
      }
    }
    return false;
  }

  /** A module that asks nobody anything, and whose warnings in the chat are heard. */
  static class Silent extends GameModule {
    Silent(DataArchive archive) {
      super(archive);
    }

    @Override
    public void warn(String text) {
      super.warn(text);
      // Bad data is said twice: in the log, and behind a heading in the chat.
      final String plain = text.replaceFirst("^[^:]*:", "").strip();
      final boolean said = complaints.stream().anyMatch(one -> one.contains(plain));
      if (!isNews(text) && !said) complain("chat", text.replaceAll("^[!?~|`]|</?b>", ""));
    }

    @Override
    public WizardSupport getWizardSupport() {
      return new WizardSupport() {
        @Override
        public void showGameSetupWizard() {
          final Iterator<GameSetupStep> steps = getGameState().getUnfinishedSetupSteps();
          while (steps.hasNext()) {
            final GameSetupStep step = steps.next();
            step.getControls();
            step.finish();
          }
        }
      };
    }
  }

  static void load(String file) throws Exception {
    Info.setConfig(new StandardConfig());
    new Menus();
    SwingUtilities.invokeAndWait(() -> {
      try {
        GameModule.init(new Silent(new DataArchive(file)));
        final GameModule module = GameModule.getGameModule();
        new ExtensionsLoader().addTo(module);
        Localization.getInstance().translate();
        for (final String ask : List.of(BasicLogger.PROMPT_NEW_LOG, BasicLogger.PROMPT_NEW_LOG_START,
            BasicLogger.PROMPT_NEW_LOG_END, BasicLogger.PROMPT_LOG_COMMENT)) {
          if (module.getPrefs().getOption(ask) != null) module.getPrefs().setValue(ask, Boolean.FALSE);
        }
        module.getPrefs().setValue(GameModule.REAL_NAME, "modgen verify");
        module.getPrefs().setValue(GameModule.SECRET_NAME, "modgen");
        module.getPlayerWindow().setVisible(true);
      }
      catch (Exception problem) {
        throw new IllegalStateException(problem.getMessage(), problem);
      }
    });
    settle();
    final GameModule module = GameModule.getGameModule();
    say("LOADED", module.getGameName(), module.getGameVersion());
  }

  /** Pictures that components or pieces name and that the file lacks. */
  static void images() throws Exception {
    // Some traits, such as an area without a picture, add null, which a TreeSet does not take.
    final HashSet<String> names = new HashSet<>();
    final GameModule module = GameModule.getGameModule();
    SwingUtilities.invokeAndWait(() -> module.addImageNamesRecursively(names));
    names.remove(null);
    for (final String name : new TreeSet<>(names)) {
      if (name.isEmpty() || name.contains("$") || name.startsWith("/")) continue;
      final String path = name.startsWith("images/") ? name : "images/" + name;
      if (has(path)) continue;
      if (GameModule.class.getResource("/images/" + name) == null) say("IMAGE", name);
    }
  }

  /** Whether the module or one of its extensions has an entry. */
  static boolean has(String path) throws Exception {
    final GameModule module = GameModule.getGameModule();
    if (module.getDataArchive().contains(path)) return true;
    for (final ModuleExtension extension : module.getComponentsOf(ModuleExtension.class)) {
      if (extension.getDataArchive().contains(path)) return true;
    }
    return false;
  }

  static List<PredefinedSetup> setups() {
    final List<PredefinedSetup> found = new ArrayList<>();
    for (final PredefinedSetup setup : GameModule.getGameModule().getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (!setup.isMenu()) found.add(setup);
    }
    return found;
  }

  static void playAll(List<PredefinedSetup> setups) throws Exception {
    for (final PredefinedSetup setup : setups) play(setup.getConfigureName(), setup);
    if (setups.isEmpty()) play("A new game", null);
  }

  /** Step through a log and say after each step what has changed. */
  static void replay(File log) throws Exception {
    phase = "replay";
    final GameState state = GameModule.getGameModule().getGameState();
    SwingUtilities.invokeAndWait(() -> state.loadGame(log.getAbsoluteFile(), false, true));
    settle();
    if (!state.isGameStarted()) complain("replay", "no game began");
    final BasicLogger logger = GameModule.getGameModule().getBasicLogger();
    final AbstractButton step = stepButton(GameModule.getGameModule().getToolBar());
    final TreeMap<String, String> before = new TreeMap<>();
    final TreeMap<String, String> facts = new TreeMap<>();
    for (int number = 0; ; number++) {
      if (number > 0) SwingUtilities.invokeAndWait(() -> step.doClick(0));
      say("STEP", String.valueOf(number));
      // Drawing changes pieces for a moment, so nothing may be drawn meanwhile, and what has
      // changed is read again when the drawing is over.
      final TreeMap<String, String> now = new TreeMap<>();
      SwingUtilities.invokeAndWait(() -> now.putAll(facts(state.getAllPieces())));
      Thread.sleep(DRAWING);
      SwingUtilities.invokeAndWait(() -> {
        readAgain(state, facts, now);
        sayChanges(state, before, facts, now);
      });
      if (!logger.isReplaying()) return;
    }
  }

  /** Read again the names and states that differ from those of the step before. */
  static void readAgain(GameState state, TreeMap<String, String> facts, TreeMap<String, String> now) {
    for (final String key : now.keySet()) {
      if (!key.startsWith("PIECE\t") || now.get(key).equals(facts.get(key))) continue;
      final GamePiece piece = state.getPieceForId(key.substring(6));
      if (piece != null) now.put(key, nameAndState(piece));
    }
  }

  static String nameAndState(GamePiece piece) {
    return escaped(piece.getName()) + "\t" + escaped(piece.getState());
  }

  static void sayChanges(GameState state, TreeMap<String, String> before, TreeMap<String, String> facts,
      TreeMap<String, String> now) {
    final TreeMap<String, String> after = points(state.getAllPieces());
    for (final String point : before.keySet()) {
      if (!after.containsKey(point)) sayPoint(point, "");
    }
    for (final String point : after.keySet()) {
      if (!after.get(point).equals(before.get(point))) sayPoint(point, after.get(point));
    }
    before.clear();
    before.putAll(after);
    for (final String key : facts.keySet()) {
      if (!now.containsKey(key) && key.startsWith("PIECE\t")) out.println("GONE" + key.substring(5));
    }
    for (final String key : now.keySet()) {
      if (!now.get(key).equals(facts.get(key))) out.println(key + "\t" + now.get(key));
    }
    facts.clear();
    facts.putAll(now);
  }

  static void sayPoint(String point, String piles) {
    final String[] parts = point.split("\t");
    say("POINT", parts[0], parts[1], parts[2], piles);
  }

  /** The name and state of each piece, the value of each global property, and who has which seat. */
  static TreeMap<String, String> facts(Iterable<GamePiece> all) {
    final TreeMap<String, String> found = new TreeMap<>();
    for (final GamePiece piece : all) {
      if (piece instanceof Stack) continue;
      found.put("PIECE\t" + piece.getId(), nameAndState(piece));
    }
    for (final MutableProperty.Impl property : MutableProperty.Impl.getAllProperties()) {
      if (property.getParent() == null) continue;
      final String container = property.getParent().getMutablePropertiesContainerId();
      found.put("PROPERTY\t" + escaped(container) + "\t" + escaped(property.getName()),
        escaped(property.getPropertyValue()));
    }
    final StringBuilder seats = new StringBuilder();
    for (final PlayerRoster.PlayerInfo player : GameModule.getGameModule().getPlayerRoster().getPlayers()) {
      if (seats.length() > 0) seats.append('\t');
      seats.append(escaped(player.playerName)).append('\t').append(escaped(player.getSide()));
    }
    found.put("SEATS", seats.toString());
    return found;
  }

  static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
  }

  static AbstractButton stepButton(Container container) {
    for (final Component part : container.getComponents()) {
      if (part instanceof AbstractButton && ((AbstractButton) part).getAction() instanceof BasicLogger.StepAction) {
        return (AbstractButton) part;
      }
      final AbstractButton found = part instanceof Container ? stepButton((Container) part) : null;
      if (found != null) return found;
    }
    return null;
  }

  /** The piles at each point of each map. A piece that is in no stack is a pile of its own. */
  static TreeMap<String, String> points(Iterable<GamePiece> all) {
    final TreeMap<String, TreeSet<String>> piles = new TreeMap<>();
    for (final GamePiece piece : all) {
      if (piece.getParent() != null) continue;
      final StringBuilder members = new StringBuilder();
      if (piece instanceof Stack) {
        for (final GamePiece member : ((Stack) piece).asList()) {
          members.append(members.length() > 0 ? "," : "").append(member.getId());
        }
      }
      else members.append(piece.getId());
      final Map map = piece.getMap();
      if (members.length() == 0) continue;
      final String point = (map == null ? "null" : map.getMapName())
        + "\t" + piece.getPosition().x + "\t" + piece.getPosition().y;
      piles.computeIfAbsent(point, name -> new TreeSet<>()).add(members.toString());
    }
    final TreeMap<String, String> lines = new TreeMap<>();
    piles.forEach((point, held) -> lines.put(point, String.join(";", held)));
    return lines;
  }

  /** Start a set-up, or without one a plain new game, and count what lies on each map. */
  static void play(String name, PredefinedSetup setup) throws Exception {
    phase = name;
    final GameState state = GameModule.getGameModule().getGameState();
    SwingUtilities.invokeAndWait(() -> {
      state.setModified(false);   // else it asks whether to save the last set-up
      state.setup(false);
      if (setup != null) setup.launch();
      else state.setup(true);
    });
    settle();
    if (!state.isGameStarted()) complain("set-up", "no game began");
    count(state.getAllPieces());
  }

  static void count(Iterable<GamePiece> all) {
    final int[] total = new int[2];
    final TreeMap<String, int[]> maps = new TreeMap<>();
    final TreeMap<String, Integer> places = new TreeMap<>();
    for (final GamePiece piece : all) {
      if (piece instanceof Stack && !(piece instanceof Deck)) continue;
      final int kind = piece instanceof Deck ? 1 : 0;
      if (kind == 0) {
        final Object place = piece.getProperty("LocationName");
        final Object what = piece.getProperty("BasicName");
        places.merge((place + "\t" + what).replace('\n', ' '), 1, Integer::sum);
      }
      final Map map = piece.getMap();
      maps.computeIfAbsent(map == null ? "no map" : map.getMapName(), name -> new int[2])[kind]++;
      total[kind]++;
    }
    say("SETUP", phase, String.valueOf(total[0]), String.valueOf(total[1]));
    maps.forEach((name, counts) ->
      say("MAP", phase, name, String.valueOf(counts[0]), String.valueOf(counts[1])));
    places.forEach((where, number) -> {
      final String[] parts = where.split("\t", -1);
      say("AT", phase, parts[0], parts[1], String.valueOf(number));
    });
  }

  /** Wait until nothing loads in the background and a few empty events went through. */
  static void settle() throws Exception {
    do {
      Thread.sleep(100);
      for (int round = 0; round < 5; round++) SwingUtilities.invokeAndWait(() -> { });
    } while (GameModule.getGameModule().getGameState().isLoadingInBackground());
  }
}
