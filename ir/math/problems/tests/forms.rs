//! Problems of both formats, with the times that are written.

use rmlir_modulo::schedule::MAX_STEPS;
use rmlir_modulo::{Budgets, Mode};
use rmlir_problems::{graphml, ssp};

/// A circuit of three through two loads on one port; a resource in the newer form.
const LOOP: &str = r#"ssp.library @Lib {
  operator_type @Add [latency<2>]
}
// A comment stays.
ssp.instance @loop of "ModuloProblem" {
  library {
    operator_type @Load [latency<1>]
  }
  resource {
    resource_type @Port [limit<1>]
  }
  graph {
    %0 = operation<@Load>(@next [dist<1>]) uses[@Port]
    %1 = operation<@Load>() uses[@Port] [t<7>, keep<1>]
    operation<@Lib::@Add> @next(%0, %1)
  }
}
"#;

fn budgets() -> Budgets {
    Budgets::new(MAX_STEPS, "")
}

#[test]
fn an_instance_gets_its_interval_and_times() {
    let written = ssp::write_schedule(LOOP, Mode::Textbook, &budgets()).unwrap();
    let expected = LOOP
        .replace("\"ModuloProblem\" {", "\"ModuloProblem\" [II<3>] {")
        .replace("uses[@Port]\n", "uses[@Port] [t<1>]\n")
        .replace("[t<7>, keep<1>]", "[keep<1>, t<0>]")
        .replace("@next(%0, %1)", "@next(%0, %1) [t<2>]");
    assert_eq!(written, expected);
    // The output is read again, and its times are replaced.
    assert_eq!(ssp::write_schedule(&written, Mode::Textbook, &budgets()).unwrap(), expected);
}

#[test]
fn a_limit_may_be_of_the_operator_type() {
    let text = LOOP
        .replace("uses[@Port]", "")
        .replace("@Load [latency<1>]", "@Load [latency<1>, limit<1>]")
        .replace("[dist<1>]", "[dist<4>]");
    assert!(ssp::write_schedule(&text, Mode::Swing, &budgets()).unwrap().contains("[II<2>]"));
}

#[test]
fn other_problems_stay_as_they_are() {
    let text = LOOP.replace("ModuloProblem", "Problem");
    assert_eq!(ssp::write_schedule(&text, Mode::Swing, &budgets()).unwrap(), text);
}

#[test]
fn what_is_wrong_has_a_place() {
    let fails = |from: &str, to: &str| {
        let text = LOOP.replace(from, to);
        let failure = ssp::write_schedule(&text, Mode::Swing, &budgets()).unwrap_err();
        (failure.message, text[failure.at..].split_whitespace().next().unwrap_or("").to_owned())
    };
    let say = |message: &str, place: &str| (message.to_owned(), place.to_owned());
    assert_eq!(fails("%0, %1", "%0, %9"), say("no operation has this name", "%9)"));
    assert_eq!(fails("[dist<1>]", "[dist<-1>]"), say("expected a distance of at least 0", "[dist<-1>])"));
    assert_eq!(
        fails("latency<1>", "latency<x>"),
        say("expected an integer but got 'x', or it is too large", "[latency<x>]")
    );
    assert_eq!(fails("graph {", "grph {"), say("expected 'library', 'resource' or 'graph'", "grph"));
    let circular = "waits for itself within one iteration";
    assert!(fails("@next [dist<1>]", "@next").0.contains(circular));
}

const GRAPH: &str = r#"<graphml>
  <graph edgedefault="directed" id="">
    <node id="1">
      <data key="name">a</data>
      <data key="uses_resource">mul</data>
    </node>
    <node id="2">
      <data key="uses_resource">mul</data>
    </node>
    <edge source="1" target="2">
      <data key="distance">0</data>
      <data key="delay">1</data>
    </edge>
  </graph>
</graphml>
"#;

const RESOURCES: &str =
    r#"<R><Resources><Resource name="mul" latency="2" blockingTime="1" limit="1"/></Resources></R>"#;

#[test]
fn a_graph_gets_its_interval_and_times() {
    let written = graphml::write_schedule(GRAPH, RESOURCES, Mode::Swing, &budgets()).unwrap();
    let expected = GRAPH
        .replace("      <data key=\"name\">a", "      <data key=\"start\">0</data>\n      <data key=\"name\">a")
        .replace("<node id=\"2\">\n", "<node id=\"2\">\n      <data key=\"start\">3</data>\n")
        .replace("    <node id=\"1\">", "    <data key=\"II\">2</data>\n    <node id=\"1\">");
    assert_eq!(written, expected);
    assert_eq!(graphml::write_schedule(&written, RESOURCES, Mode::Swing, &budgets()).unwrap(), expected);
}

#[test]
fn resources_must_be_there() {
    let error = graphml::write_schedule(GRAPH, "<R/>", Mode::Swing, &budgets()).unwrap_err();
    assert_eq!(error.failure.message, "resource 'mul' is not known");
}

#[test]
fn what_is_wrong_with_a_graph_has_a_place() {
    let fails = |from: &str, to: &str| {
        let text = GRAPH.replace(from, to);
        let mistake = graphml::read(&text, RESOURCES).err().expect("it is wrong");
        assert_eq!(mistake.text, graphml::Text::Graph);
        (mistake.failure.message, text[mistake.failure.at..].lines().next().unwrap_or("").to_owned())
    };
    let say = |message: &str, place: &str| (message.to_owned(), place.to_owned());
    let edge = "<edge source=\"1\" target=\"2\">";
    assert_eq!(fails("\"distance\">0", "\"distance\">-1"), say("expected a distance from 0 to 2147483647", edge));
    let data = "<data key=\"delay\">x</data>";
    assert_eq!(fails("\"delay\">1", "\"delay\">x"), say("expected an integer of 32 bits but got 'x'", data));
    let node = "<node id=\"1\">";
    assert_eq!(fails("id=\"2\"", "id=\"1\""), say("redefinition of node '1'", node));
    let target = "the target of an edge, '3', is not known";
    assert_eq!(fails("target=\"2\"", "target=\"3\""), say(target, &edge.replace('2', "3")));
    assert_eq!(fails("</edge>", "</egde>").1, "</egde>");
}

#[test]
fn what_is_wrong_with_resources_has_a_place() {
    let text = RESOURCES.replace("limit=\"1\"", "");
    let mistake = graphml::read(GRAPH, &text).err().expect("it is wrong");
    assert_eq!(
        (mistake.text, mistake.failure.message.as_str()),
        (graphml::Text::Resources, "'Resource' has no 'limit'")
    );
    assert!(text[mistake.failure.at..].starts_with("<Resource "));
}

#[test]
fn a_graph_is_explained() {
    let explained = graphml::explain(GRAPH, RESOURCES, Mode::Textbook, &budgets()).unwrap();
    assert!(explained.contains("MII 2") && explained.contains("MaxLive"), "{explained}");
}
